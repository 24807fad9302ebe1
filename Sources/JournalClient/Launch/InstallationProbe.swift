// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Finds the installed files that a `LaunchStrategy` depends on.
package struct InstallationProbe: Sendable {
    /// Returns whether there is a file at a path.
    package var exists: @Sendable (String) -> Bool
    /// Returns whether there is an executable file at a path.
    package var isExecutable: @Sendable (String) -> Bool
    /// The executable of this process.
    package var executable: String?
    /// Returns the home directory in the user database.
    package var home: @Sendable () -> String?

    /// Describes an installation.
    package init(
        exists: @escaping @Sendable (String) -> Bool,
        isExecutable: @escaping @Sendable (String) -> Bool,
        executable: String?,
        home: @autoclosure @escaping @Sendable () -> String?
    ) {
        self.exists = exists
        self.isExecutable = isExecutable
        self.executable = executable
        self.home = home
    }

    /// Returns a probe of this machine.
    package static func local() -> InstallationProbe {
        InstallationProbe(
            exists: { FileStatus(path: $0) != nil },
            isExecutable: FileSystem.isExecutable,
            executable: FileSystem.target(ofLink: "/proc/self/exe") ?? startedExecutable,
            home: CurrentProcess.homeDirectory
        )
    }

    /// The executable of this process if it was started by its path, where nothing is mounted at
    /// `/proc`.
    private static var startedExecutable: String? {
        guard let path = CommandLine.arguments.first, path.contains("/") else { return nil }
        return FileSystem.resolved(path)
    }

    /// Returns whether a user manager has its private socket in the runtime directory of a socket.
    func hasUserManager(beside socket: SocketPath) -> Bool {
        guard let slash = socket.directory.lastIndex(of: "/") else { return false }
        return exists(String(socket.directory[..<slash]) + "/systemd/private")
    }

    /// Returns whether the socket unit is installed.
    func hasSocketUnit(_ environment: Environment) -> Bool {
        var directories = ["/etc/systemd/user", "/usr/local/lib/systemd/user"]
        directories += ["/usr/lib/systemd/user"]
        let user = UserDirectories(environment: environment, home: home())
        if let units = try? user.systemdUnits { directories.insert(units, at: 0) }
        if let units = try? user.installedUnits { directories.append(units) }
        return directories.contains { exists("\($0)/\(SystemdUnits.socketName)") }
    }

    /// Returns the executable of the daemon: next to this program, or in `PATH`.
    package func daemonExecutable(_ environment: Environment) -> String? {
        executables("journal-daemon", environment).first
    }

    /// Returns the program that serves hubs: next to this program, or in `PATH`.
    ///
    /// - Throws: An error if there is none.
    package func hubExecutable(_ environment: Environment) throws(ClientError) -> String {
        guard let executable = executables("swiftdata-hub", environment).first else {
            throw ClientError(
                .unavailable,
                "swiftdata-hub was not found next to journal or in PATH",
                advice: "Install swiftdata-hub, or add its folder to PATH."
            )
        }
        return executable
    }

    /// Returns the executable of the daemon that a unit can name.
    ///
    /// One in a build folder is replaced by the next build and disappears with the checkout.
    ///
    /// - Throws: An error if there is none.
    package func installedDaemon(_ environment: Environment) throws(ClientError) -> String {
        let executables = executables("journal-daemon", environment)
        if let daemon = executables.first(where: { !$0.contains("/.build/") }) { return daemon }
        guard let built = executables.first else {
            throw ClientError(
                .unavailable,
                "journal-daemon was not found next to journal or in PATH"
            )
        }
        throw ClientError(
            .unavailable,
            "\(built) is in a build folder, where the next build replaces it",
            advice: "Install the programs first: contrib/install"
        )
    }

    private func executables(_ name: String, _ environment: Environment) -> [String] {
        var folders: [Substring] = []
        if let executable, let slash = executable.lastIndex(of: "/") {
            folders.append(executable[..<slash])
        }
        folders += (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.filter(isExecutable)
    }
}
