// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Launches the daemon by the `LaunchStrategy` for this machine.
package struct LocalDaemonLauncher: DaemonLauncher {
    private let environment: Environment
    private let allowed: Bool
    private let installation: () -> InstallationProbe

    /// Creates a launcher.
    ///
    /// Most runs find a running daemon, so the installation is probed only when one is launched.
    package init(
        environment: Environment,
        allowed: Bool,
        installation: @escaping @autoclosure () -> InstallationProbe = .local()
    ) {
        self.environment = environment
        self.allowed = allowed
        self.installation = installation
    }

    package func launch(
        socket: SocketPath,
        deadline: Deadline
    ) throws(ClientError) -> any DaemonLaunch {
        if allowed, socket.isExplicit {
            do {
                try socket.requireDirectory { FileStatus(path: $0) }
            } catch {
                throw ClientError(error)
            }
        }
        let strategy = LaunchStrategy.choose(
            socket: socket,
            allowed: allowed,
            environment: environment,
            installation: installation()
        )
        switch strategy {
        case .none(let obstacle):
            throw ClientError(
                .unavailable,
                "no daemon is running at \(socket.path), and none was started: "
                    + obstacle.reason,
                advice: obstacle.advice
            )
        case .systemd:
            try UserManager(environment: environment).startSocket(deadline: deadline)
            return SystemdLaunch()
        case .spawn(let executable):
            return try spawn(executable, for: socket)
        }
    }

    package func isStarting(socket: SocketPath) -> Bool { manager(of: socket)?.isStarting ?? false }

    package func startFailure(socket: SocketPath) -> ClientError? {
        manager(of: socket)?.startFailure
    }

    /// Returns the user manager that listens at a socket; nil if it does not.
    private func manager(of socket: SocketPath) -> UserManager? {
        let strategy = LaunchStrategy.choose(
            socket: socket,
            allowed: true,
            environment: environment,
            installation: installation()
        )
        return strategy == .systemd ? UserManager(environment: environment) : nil
    }

    private func spawn(
        _ executable: String,
        for socket: SocketPath
    ) throws(ClientError) -> SpawnedLaunch {
        let log = DaemonLog(environment: environment)
        var variables = environment.variables
        // They address this process; the daemon has no supervisor.
        for name in ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] {
            variables[name] = nil
        }
        let path = FileSystem.absolute(socket.path)
        let program = try Program.start(
            [executable, "--socket", path],
            variables: variables,
            streams: .detached(log: log.path)
        )
        return SpawnedLaunch(program: program, log: log)
    }
}

private struct SystemdLaunch: DaemonLaunch {
    func state() -> DaemonLaunchState { .left }
}

/// A daemon that is a child of this process.
///
/// Several clients may launch a daemon at the same time. The daemon takes a lock before it binds
/// the socket; those that do not get it exit with status 0, which is therefore not a failure.
private struct SpawnedLaunch: DaemonLaunch {
    let program: Program
    let log: DaemonLog

    func state() -> DaemonLaunchState {
        switch program.poll() {
        case .running: .starting(process: Int(program.pid))
        case .exited(0): .left
        case .exited(let status): .failed(failure("exited with status \(status)"))
        case .killed(let signal): .failed(failure("was killed by signal \(signal)"))
        }
    }

    private func failure(_ reason: String) -> ClientError {
        let lines = log.newLines.suffix(3)
        let detail = lines.isEmpty ? "" : ":\n" + lines.joined(separator: "\n")
        return ClientError(
            .unavailable,
            "the daemon was started but \(reason)\(detail)",
            advice: log.note
        )
    }
}
