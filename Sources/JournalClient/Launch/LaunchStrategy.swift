// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The way to launch a daemon that is not running.
package enum LaunchStrategy: Sendable, Equatable {
    /// systemd listens on the socket and starts the daemon outside the scope of the terminal.
    case systemd
    /// This process runs the executable of the daemon.
    case spawn(executable: String)
    /// No daemon may or can be launched.
    case none(Obstacle)

    /// The reason why no daemon is launched.
    package enum Obstacle: Sendable {
        /// The option `--no-start` was given.
        case option
        /// The variable `JOURNAL_NO_SPAWN` is set.
        case variable
        /// The executable of the daemon was not found.
        case missingExecutable

        /// The reason in words.
        var reason: String {
            switch self {
            case .option: "--no-start was given"
            case .variable: "JOURNAL_NO_SPAWN is set"
            case .missingExecutable: "journal-daemon was not found next to journal or in PATH"
            }
        }

        /// The way to start a daemon nevertheless.
        var advice: String {
            switch self {
            case .option: "To start one: journal daemon start"
            case .variable: "To start one: env -u JOURNAL_NO_SPAWN journal daemon start"
            case .missingExecutable: "Install journal-daemon, or add its folder to PATH."
            }
        }
    }

    /// Chooses a strategy.
    ///
    /// systemd is preferred, because a daemon that was launched from a terminal can be killed with
    /// it. It is used only for the socket that its unit names, not for one from `--socket` or
    /// `JOURNAL_SOCKET`.
    ///
    /// - Parameters:
    ///   - socket: The socket without a daemon.
    ///   - allowed: False if `--no-start` was given.
    ///   - environment: The variables of the process.
    ///   - installation: The installed files.
    /// - Returns: The strategy.
    package static func choose(
        socket: SocketPath,
        allowed: Bool,
        environment: Environment,
        installation: InstallationProbe
    ) -> LaunchStrategy {
        guard allowed else { return .none(.option) }
        guard environment["JOURNAL_NO_SPAWN"] == nil else {
            return .none(.variable)
        }
        if socket.origin == .runtimeDirectory || socket.origin == .runUser,
            installation.hasUserManager(beside: socket), installation.hasSocketUnit(environment)
        {
            return .systemd
        }
        if let executable = installation.daemonExecutable(environment) {
            return .spawn(executable: executable)
        }
        return .none(.missingExecutable)
    }
}
