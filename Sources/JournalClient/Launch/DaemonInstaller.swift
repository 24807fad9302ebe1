// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Installs and uninstalls the user units of systemd.
package struct DaemonInstaller {
    private let environment: Environment
    private let units: String
    /// The path of the store, if it is not the default.
    private let store: String?
    private let manager: UserManager

    /// Creates an installer for the units directory of a user.
    package init(environment: Environment, home: String?) throws(ClientError) {
        self.environment = environment
        manager = UserManager(environment: environment)
        do {
            let directories = UserDirectories(environment: environment, home: home)
            units = try directories.systemdUnits
            var usual = environment.variables
            usual["XDG_DATA_HOME"] = nil
            let path = try? directories.store
            let usualPath = try? UserDirectories(environment: Environment(usual), home: home).store
            store = path == usualPath ? nil : path
        } catch {
            throw ClientError(error)
        }
    }

    /// The paths of the units.
    package var paths: [String] {
        [SystemdUnits.socketName, SystemdUnits.serviceName].map { "\(units)/\($0)" }
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
    }

    /// Removes the units.
    package func removeUnits() throws(ClientError) {
        for path in paths { try FileSystem.remove(path) }
    }

    /// Writes the units and enables the socket; if that fails, new units are removed again.
    ///
    /// A running daemon would keep the store locked, so the caller stops it first.
    package func install() throws(ClientError) {
        guard let daemon = InstallationProbe.local().daemonExecutable(environment) else {
            throw ClientError(
                .unavailable,
                "journal-daemon was not found next to journal or in PATH"
            )
        }
        let isFirst = !paths.contains { FileStatus(path: $0) != nil }
        do {
            try writeUnits(daemon: daemon)
            try systemctl(["daemon-reload"])
            try systemctl(["enable", "--quiet", "--now", SystemdUnits.socketName])
        } catch {
            if isFirst { try? removeUnits() }
            throw error
        }
    }

    /// Disables the socket and removes the units.
    package func uninstall() throws(ClientError) {
        // If no user manager is running there is nothing to stop; the files are removed in any
        // case.
        let both = [SystemdUnits.socketName, SystemdUnits.serviceName]
        _ = try? manager.run(
            ["disable", "--quiet", "--now"] + both,
            deadline: .after(.seconds(30))
        )
        try removeUnits()
        _ = try? manager.run(["daemon-reload"], deadline: .after(.seconds(10)))
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
