// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol

/// The user's systemd, spoken to through `systemctl --user`.
package struct UserManager {
    private let environment: Environment

    /// Speaks with these variables.
    package init(environment: Environment) { self.environment = environment }

    /// Makes systemd listen on the journal's socket.
    ///
    /// After too many failed starts systemd keeps the socket file and refuses every connection, so
    /// a failure here names the way out.
    func startSocket(deadline: Deadline) throws(ClientError) {
        let outcome = try run(["start", SystemdUnits.socketName], deadline: deadline)
        guard outcome == .exited(0) else {
            throw ClientError(
                outcome == nil ? .unresponsive : .unavailable,
                "systemd did not start \(SystemdUnits.socketName)",
                advice: """
                    Look at: systemctl --user status journal.socket journal.service
                    Try:     systemctl --user reset-failed journal.socket journal.service
                             systemctl --user restart journal.socket
                    """
            )
        }
    }

    /// Runs `systemctl --user`; nil when it did not end before the deadline.
    package func run(
        _ arguments: [String],
        deadline: Deadline
    ) throws(ClientError) -> Program.Outcome? {
        guard let systemctl = Program.find("systemctl", path: environment["PATH"]) else {
            throw ClientError(.program, "there is no systemctl on this machine")
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
