// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// A daemon on its way up.
package protocol DaemonLaunch {
    /// Why it will never answer, or nil while there is hope.
    func failure() -> ClientError?
}

/// Brings a daemon up; tests put their own in its place.
package protocol DaemonLauncher {
    /// Sets the start in motion and returns at once, or when systemd listens.
    func start(socket: SocketPath, deadline: Deadline) throws(ClientError) -> any DaemonLaunch
}

/// Starts the daemon as the `LaunchStrategy` says.
package struct LocalDaemonLauncher: DaemonLauncher {
    private let environment: Environment
    private let allowed: Bool
    private let installation: () -> InstallationProbe

    /// Starts daemons with these variables, found in these installation.
    ///
    /// Most runs find a daemon, so the installation are looked at only when one must be started.
    package init(
        environment: Environment,
        allowed: Bool,
        installation: @escaping @autoclosure () -> InstallationProbe = .real()
    ) {
        self.environment = environment
        self.allowed = allowed
        self.installation = installation
    }

    package func start(
        socket: SocketPath,
        deadline: Deadline
    ) throws(ClientError) -> any DaemonLaunch {
        let plan = LaunchStrategy.choose(
            socket: socket,
            allowed: allowed,
            environment: environment,
            installation: installation()
        )
        switch plan {
        case .never(let reason):
            throw ClientError(
                .unavailable,
                "no daemon listens at \(socket.path), and none was started: \(reason)",
                advice: "Start one with: journal daemon start"
            )
        case .systemd:
            try UserManager(environment: environment).startSocket(deadline: deadline)
            return SystemdLaunch()
        case .spawn(let executable):
            return try spawn(executable, socket)
        }
    }

    private func spawn(
        _ executable: String,
        _ socket: SocketPath
    ) throws(ClientError) -> SpawnedLaunch {
        let log = DaemonLog(environment: environment)
        var variables = environment.variables
        // They belong to this process, not to a daemon that nobody supervises.
        for name in ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] {
            variables[name] = nil
        }
        let path = FileSystem.absolute(socket.path)
        let program = try Program.start(
            [executable, "--socket", path],
            variables: variables,
            .detached(log: log.path)
        )
        return SpawnedLaunch(program: program, log: log)
    }
}

private struct SystemdLaunch: DaemonLaunch {
    func failure() -> ClientError? { nil }
}

/// A daemon that this process runs.
///
/// Twenty clients may each run one at the same instant. The daemon takes a lock before it binds,
/// and those that come too late end with status 0, which therefore is no failure.
private struct SpawnedLaunch: DaemonLaunch {
    let program: Program
    let log: DaemonLog

    func failure() -> ClientError? {
        switch program.poll() {
        case .running, .exited(0): nil
        case .exited(let status): failed("ended with status \(status)")
        case .killed(let signal): failed("was killed by signal \(signal)")
        }
    }

    private func failed(_ how: String) -> ClientError {
        let lines = log.newLines.suffix(3)
        let detail = lines.isEmpty ? "" : ":\n" + lines.joined(separator: "\n")
        return ClientError(
            .unavailable,
            "the daemon was started and \(how)\(detail)",
            advice: log.note
        )
    }
}
