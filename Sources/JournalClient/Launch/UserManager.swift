// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol

/// The user manager of systemd, controlled through `systemctl --user`.
package struct UserManager {
    private let environment: Environment

    /// Creates a manager with the variables for `systemctl`.
    package init(environment: Environment) { self.environment = environment }

    /// Starts the socket unit.
    ///
    /// After too many failed starts, systemd keeps the socket file and refuses every connection,
    /// so the failed state is reset first.
    func startSocket(deadline: Deadline) throws(ClientError) {
        let units = [SystemdUnits.socketName, SystemdUnits.serviceName]
        // Fails for units that are not loaded, which have no failed state.
        _ = try run(["reset-failed"] + units, deadline: deadline)
        let outcome = try run(["start", SystemdUnits.socketName], deadline: deadline)
        guard outcome == .exited(0) else {
            throw ClientError(
                outcome == nil ? .unresponsive : .unavailable,
                "systemd did not start \(SystemdUnits.socketName)",
                advice: "Check: systemctl --user status journal.socket journal.service"
            )
        }
    }

    /// Runs `systemctl --user`; returns nil if it did not exit before the deadline.
    package func run(
        _ arguments: [String],
        deadline: Deadline
    ) throws(ClientError) -> Program.Outcome? {
        try run("systemctl", arguments, deadline)
    }

    /// Returns whether the manager can start a command, which must report that it is ready, with
    /// settings of a service.
    func canStart(
        _ command: [String],
        settings: [String],
        deadline: Deadline
    ) throws(ClientError) -> Bool {
        let all = ["Type=notify", "TimeoutStartSec=3"] + settings
        let options = ["--quiet", "--collect"] + all.flatMap { ["-p", $0] }
        return try run("systemd-run", options + ["--"] + command, deadline) == .exited(0)
    }

    private func run(
        _ name: String,
        _ arguments: [String],
        _ deadline: Deadline
    ) throws(ClientError) -> Program.Outcome? {
        guard let executable = Program.find(name, path: environment["PATH"]) else {
            throw ClientError(.program, "\(name) is not installed")
        }
        var variables = environment.variables
        if variables["XDG_RUNTIME_DIR"] == nil {
            variables["XDG_RUNTIME_DIR"] = "/run/user/\(getuid())"
        }
        let program = try Program.start(
            [executable, "--user"] + arguments,
            variables: variables,
            .quiet
        )
        return program.wait(deadline: deadline)
    }
}
