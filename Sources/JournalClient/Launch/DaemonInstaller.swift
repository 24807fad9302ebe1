// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Puts the units into the user's systemd, and takes them out again.
package struct DaemonInstaller {
    private let environment: Environment
    private let units: String
    /// Where the store is, when that is not its usual place.
    private let store: String?
    private let manager: UserManager

    /// Works on the units directory of a user.
    package init(environment: Environment, home: String?) throws(ClientError) {
        self.environment = environment
        manager = UserManager(environment: environment)
        do {
            let directories = UserDirectories(environment: environment, home: home)
            units = try directories.systemdUnits
            var usual = environment.variables
            usual["XDG_DATA_HOME"] = nil
            let place = try? directories.store
            let usualPlace = try? UserDirectories(environment: Environment(usual), home: home).store
            store = place == usualPlace ? nil : place
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
    /// - Parameter daemon: The file that `journal.service` runs.
    /// - Throws: When a file cannot be written.
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

    /// Writes the units and makes systemd listen; when that fails nothing stays behind.
    ///
    /// A daemon that runs already would keep the store, so whoever calls ends it first.
    package func install() throws(ClientError) {
        guard let daemon = InstallationProbe.real().daemonExecutable(environment) else {
            throw ClientError(.unavailable, "journal-daemon is neither beside journal nor in PATH")
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

    /// Stops systemd listening and removes the units.
    package func uninstall() throws(ClientError) {
        // A manager that is not running has nothing to stop; the files go in any case.
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
                advice: "Is a user manager running? Look at: systemctl --user status"
            )
        }
    }
}
