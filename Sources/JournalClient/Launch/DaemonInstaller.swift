// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol
internal import JournalSystem

/// Installs and uninstalls the user units of systemd.
package struct DaemonInstaller {
    private let environment: Environment
    private let units: String
    /// The path of the store, if it is not the default.
    private let store: String?
    /// The folders to which the daemon writes; none if the store cannot be determined.
    private let folders: [String]
    private let manager: UserManager

    /// Creates an installer for the units directory of a user.
    package init(
        environment: Environment,
        home: @autoclosure () -> String?
    ) throws(ClientError) {
        self.environment = environment
        manager = UserManager(environment: environment)
        do {
            let directories = UserDirectories(environment: environment, home: home())
            units = try directories.systemdUnits
            var usual = environment.variables
            usual["XDG_DATA_HOME"] = nil
            let path = try? directories.store
            let usualDirectories = UserDirectories(environment: Environment(usual), home: home())
            store = path == (try? usualDirectories.store) ? nil : path
            folders = path.map(SystemdHardening.folders(ofStore:)) ?? []
        } catch {
            throw ClientError(error)
        }
    }

    /// The paths of the units.
    package var paths: [String] {
        [
            SystemdUnits.socketName, SystemdUnits.serviceName, SystemdUnits.hubSocketName,
            SystemdUnits.hubServiceName, SystemdUnits.syncTimerName, SystemdUnits.syncServiceName,
        ]
        .map { "\(units)/\($0)" }
    }

    /// Writes the units.
    ///
    /// - Parameter daemon: The executable that `journal.service` runs.
    /// - Throws: An error if a file cannot be written.
    package func writeUnits(daemon: String) throws(ClientError) {
        try FileSystem.makeDirectory(units)
        try FileSystem.write(Array(SystemdUnits.socket.utf8), to: paths[0])
        let service = SystemdUnits.service(daemon: daemon, store: store)
        try FileSystem.write(Array(service.utf8), to: paths[1])
        try FileSystem.write(Array(SystemdUnits.hubSocket.utf8), to: paths[2])
        let helper = SystemdUnits.program("swiftdata-hub", besideDaemon: daemon)
        try FileSystem.write(Array(SystemdUnits.hubService(helper: helper).utf8), to: paths[3])
        try FileSystem.write(Array(SystemdUnits.syncTimer.utf8), to: paths[4])
        let client = SystemdUnits.program("journal", besideDaemon: daemon)
        try FileSystem.write(Array(SystemdUnits.syncService(program: client).utf8), to: paths[5])
    }

    /// Writes the restrictions that the user manager supports; removes the file of an earlier
    /// installation.
    private func writeHardening(daemon: String) throws(ClientError) {
        let path = "\(units)/\(SystemdHardening.path)"
        try FileSystem.remove(path)
        guard let folder = folders.first else { return }
        // The daemons with which the settings are tried have their sockets in it.
        try FileSystem.makeDirectory(folder)
        let names = applicableNames(daemon: daemon, folder: folder)
        guard !names.isEmpty else { return }
        try FileSystem.makeDirectory("\(units)/\(SystemdUnits.serviceName).d")
        let text = SystemdHardening.text(names: names, folders: folders)
        try FileSystem.write(Array(text.utf8), to: path)
    }

    /// Returns the settings with which a daemon starts, which is tried with one that keeps nothing
    /// and exits after a second.
    private func applicableNames(daemon: String, folder: String) -> Set<String> {
        let deadline = Deadline.after(.seconds(30))
        let prefix = ".hardening-"
        var count = 0
        defer {
            for name in FileSystem.names(in: folder) where name.hasPrefix(prefix) {
                try? FileSystem.remove("\(folder)/\(name)")
            }
        }
        return SystemdHardening.applicableNames(folders: folders) { settings in
            count += 1
            let socket = "\(folder)/\(prefix)\(count)"
            let outcome = try? manager.canStart(
                [daemon, "--in-memory", "--socket", socket, "--idle-exit", "1"],
                settings: settings,
                deadline: deadline
            )
            return outcome ?? false
        }
    }

    /// Removes the units.
    package func removeUnits() throws(ClientError) {
        for path in paths + ["\(units)/\(SystemdHardening.path)"] { try FileSystem.remove(path) }
        // Fails if the user added files of their own, which stay.
        rmdir("\(units)/\(SystemdUnits.serviceName).d")
    }

    /// Requires a daemon that a unit can name and a user manager, before anything is changed.
    ///
    /// - Throws: An error if there is no such daemon, or if no user manager is running or responds.
    package func requireInstallable() throws(ClientError) {
        _ = try InstallationProbe.local().installedDaemon(environment)
        guard manager.isRunning else {
            throw ClientError(
                .unavailable,
                "no user manager of systemd is running for this user",
                advice: "Log in as this user, or start it with: loginctl enable-linger\n"
                    + "Without systemd, nothing needs to be installed: journal starts the daemon."
            )
        }
        // Its message is on standard error.
        try systemctl(["show", "--property", "Version"])
    }

    /// Whether systemd listens at the socket, so that a daemon that runs is its service.
    package var isListening: Bool {
        let outcome = try? manager.run(
            ["is-active", "--quiet", SystemdUnits.socketName],
            deadline: .after(.seconds(10))
        )
        return outcome == .exited(0)
    }

    /// Writes the units and starts the socket; if that fails, new units are removed again.
    ///
    /// A daemon that runs as the service is restarted, which keeps its connections. Another one
    /// would keep the store locked, so the caller stops it first.
    ///
    /// - Throws: An error if a file cannot be written, or if systemd does not read the units or
    ///   cannot start them.
    package func install() throws(ClientError) {
        let daemon = try InstallationProbe.local().installedDaemon(environment)
        let isFirst = !paths.contains { FileStatus(path: $0) != nil }
        do {
            try writeUnits(daemon: daemon)
            try systemctl(["daemon-reload"])
            try requireInstalled()
            try writeHardening(daemon: daemon)
            try systemctl(["daemon-reload"])
            try systemctl(["enable", "--quiet", SystemdUnits.socketName])
            try manager.startSocket(deadline: .after(.seconds(30)))
            try restart()
        } catch {
            if isFirst { try? removeUnits() }
            throw error
        }
    }

    /// Disables the socket and removes the units.
    package func uninstall() throws(ClientError) {
        guard paths.contains(where: { FileStatus(path: $0) != nil }) else { return }
        // If no user manager is running there is nothing to stop; the files are removed in any
        // case.
        let units = [
            SystemdUnits.syncTimerName, SystemdUnits.socketName, SystemdUnits.serviceName,
        ]
        _ = try? manager.run(
            ["disable", "--quiet", "--now"] + units,
            deadline: .after(.seconds(30))
        )
        // The service has started it.
        let stop = ["stop", "--quiet", SystemdUnits.hubSocketName]
        _ = try? manager.run(stop, deadline: .after(.seconds(30)))
        try removeUnits()
        _ = try? manager.run(["daemon-reload"], deadline: .after(.seconds(10)))
    }

    /// Restarts the service if it is running.
    private func restart() throws(ClientError) {
        let outcome = try manager.run(
            ["try-restart", SystemdUnits.serviceName],
            deadline: .after(.seconds(90))
        )
        guard outcome != .exited(0) else { return }
        throw manager.startFailure
            ?? ClientError(
                .unavailable,
                "systemd did not restart \(SystemdUnits.serviceName)",
                advice: UserManager.statusAdvice
            )
    }

    /// Requires that the manager has read the units: it searches for them in the folders of its own
    /// environment.
    private func requireInstalled() throws(ClientError) {
        let name = "FragmentPath"
        let path = manager.properties([name], of: SystemdUnits.serviceName)[name] ?? ""
        guard FileIdentity(path: path) != FileIdentity(path: paths[1]) else { return }
        let variable = "XDG_CONFIG_HOME"
        throw ClientError(
            .unavailable,
            "the user manager of systemd does not read the units in \(units): it was started with "
                + "another \(variable) or HOME",
            advice: environment[variable] == nil
                ? "Compare them with: systemctl --user show-environment"
                : "Install without the variable: env -u \(variable) journal daemon install\n"
                    + "Or set it for the manager too, such as in /etc/environment, and log in again."
        )
    }

    private func systemctl(_ arguments: [String]) throws(ClientError) {
        let outcome = try manager.run(arguments, deadline: .after(.seconds(30)))
        guard outcome == .exited(0) else {
            throw ClientError(
                .unavailable,
                "systemctl --user \(arguments.joined(separator: " ")) failed",
                advice: "Check whether a user manager is running: systemctl --user status"
            )
        }
    }
}
