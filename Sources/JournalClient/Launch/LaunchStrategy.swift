// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// How a daemon that is not there is brought up.
package enum LaunchStrategy: Sendable, Equatable {
    /// systemd holds the socket; it starts the daemon outside the terminal's own scope.
    case systemd
    /// This process runs the daemon itself, from this file.
    case spawn(executable: String)
    /// Nobody may, or can.
    case never(reason: String)

    /// Chooses a way.
    ///
    /// systemd comes first, because a daemon that a terminal started can be killed with it. It is
    /// asked only for the socket that its unit names: one from `--socket` or `JOURNAL_SOCKET` is
    /// nobody's but ours.
    ///
    /// - Parameters:
    ///   - socket: Where the daemon is missing.
    ///   - allowed: False when `--no-start` was given.
    ///   - environment: The variables of the process.
    ///   - installation: What stands where.
    /// - Returns: The way to go.
    package static func choose(
        socket: SocketPath,
        allowed: Bool,
        environment: Environment,
        installation: InstallationProbe
    ) -> LaunchStrategy {
        guard allowed else { return .never(reason: "--no-start was given") }
        guard environment["JOURNAL_NO_SPAWN"] == nil else {
            return .never(reason: "JOURNAL_NO_SPAWN is set")
        }
        if socket.origin == .runtimeDirectory || socket.origin == .runUser,
            installation.hasUserManager(beside: socket), installation.hasSocketUnit(environment)
        {
            return .systemd
        }
        if let executable = installation.daemonExecutable(environment) {
            return .spawn(executable: executable)
        }
        return .never(reason: "journal-daemon is neither beside journal nor in PATH")
    }
}

/// The files that a `LaunchStrategy` depends on.
package struct InstallationProbe: Sendable {
    /// Whether something stands at a path.
    package var exists: @Sendable (String) -> Bool
    /// Whether a program stands at a path.
    package var isExecutable: @Sendable (String) -> Bool
    /// The file this process runs.
    package var executable: String?
    /// The home directory of the user database.
    package var home: String?

    /// Describes installation.
    package init(
        exists: @escaping @Sendable (String) -> Bool,
        isExecutable: @escaping @Sendable (String) -> Bool,
        executable: String?,
        home: String?
    ) {
        self.exists = exists
        self.isExecutable = isExecutable
        self.executable = executable
        self.home = home
    }

    /// The real ones.
    package static func real() -> InstallationProbe {
        InstallationProbe(
            exists: { FileStatus(path: $0) != nil },
            isExecutable: FileSystem.isExecutable,
            executable: FileSystem.target(ofLink: "/proc/self/exe"),
            home: CurrentProcess.homeDirectory
        )
    }

    /// Whether a user manager has its private socket in the runtime directory of ours.
    func hasUserManager(beside socket: SocketPath) -> Bool {
        guard let slash = socket.directory.lastIndex(of: "/") else { return false }
        return exists(String(socket.directory[..<slash]) + "/systemd/private")
    }

    func hasSocketUnit(_ environment: Environment) -> Bool {
        var directories = ["/etc/systemd/user", "/usr/local/lib/systemd/user"]
        directories += ["/usr/lib/systemd/user"]
        let own = UserDirectories(environment: environment, home: home)
        if let units = try? own.systemdUnits { directories.insert(units, at: 0) }
        return directories.contains { exists("\($0)/\(SystemdUnits.socketName)") }
    }

    func daemonExecutable(_ environment: Environment) -> String? {
        if let executable, let slash = executable.lastIndex(of: "/") {
            let neighbour = executable[..<slash] + "/journal-daemon"
            if isExecutable(String(neighbour)) { return String(neighbour) }
        }
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/journal-daemon" }.first(where: isExecutable)
    }
}
