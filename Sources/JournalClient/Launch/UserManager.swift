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
    /// After too many failed starts, systemd keeps the socket file and refuses every connection;
    /// the error lists the commands that reset the unit.
    func startSocket(deadline: Deadline) throws(ClientError) {
        let outcome = try run(["start", SystemdUnits.socketName], deadline: deadline)
        guard outcome == .exited(0) else {
            throw ClientError(
                outcome == nil ? .unresponsive : .unavailable,
                "systemd did not start \(SystemdUnits.socketName)",
                advice: """
                    Check: systemctl --user status journal.socket journal.service
                    Reset: systemctl --user reset-failed journal.socket journal.service
                           systemctl --user restart journal.socket
                    """
            )
        }
    }

    /// Runs `systemctl --user`; returns nil if it did not exit before the deadline.
    package func run(
        _ arguments: [String],
        deadline: Deadline
    ) throws(ClientError) -> Program.Outcome? {
        guard let systemctl = Program.find("systemctl", path: environment["PATH"]) else {
            throw ClientError(.program, "systemctl is not installed")
        }
        var variables = environment.variables
        if variables["XDG_RUNTIME_DIR"] == nil {
            variables["XDG_RUNTIME_DIR"] = "/run/user/\(getuid())"
        }
        let program = try Program.start(
            [systemctl, "--user"] + arguments,
            variables: variables,
            .quiet
        )
        return program.wait(deadline: deadline)
    }
}
