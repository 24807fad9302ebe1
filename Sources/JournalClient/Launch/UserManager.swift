// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol
internal import JournalSystem

/// The user manager of systemd, controlled through `systemctl --user`.
package struct UserManager {
    /// The advice to look at the state of the service.
    static let statusAdvice = "Check: systemctl --user status \(SystemdUnits.serviceName)"

    private let environment: Environment

    /// Creates a manager with the variables for `systemctl`.
    package init(environment: Environment) { self.environment = environment }

    /// Whether a manager has its private socket, which is tested without a message of `systemctl`.
    var isRunning: Bool { FileStatus(path: "\(runtimeDirectory)/systemd/private") != nil }

    private var runtimeDirectory: String {
        environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
    }

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
                advice: "Check: systemctl --user status \(units.joined(separator: " "))"
            )
        }
    }

    /// Whether the service starts, and has not reported yet that it is ready.
    var isStarting: Bool {
        properties(["ActiveState"], of: SystemdUnits.serviceName)["ActiveState"] == "activating"
    }

    /// The reason why the last start of the service failed, if systemd could not execute its
    /// program or apply one of its settings; otherwise nil.
    package var startFailure: ClientError? {
        let text = properties(["ExecMainStatus"], of: SystemdUnits.serviceName)["ExecMainStatus"]
        return text.flatMap { Int32($0) }.flatMap { SystemdUnits.startFailure(status: $0) }
    }

    /// The restrictions of the service for files.
    package var restrictions: ServiceRestrictions {
        ServiceRestrictions(
            properties: properties(ServiceRestrictions.names, of: SystemdUnits.serviceName)
        )
    }

    /// Returns properties of a unit by their names; none if the manager does not reply.
    func properties(_ names: [String], of unit: String) -> [String: String] {
        let arguments = ["show", "--property", names.joined(separator: ","), unit]
        guard let command = try? command("systemctl", arguments: arguments),
            let output = try? Program.output(
                of: command.arguments,
                variables: command.variables,
                deadline: .after(.seconds(10))
            )
        else { return [:] }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let pairs = lines.compactMap { line in
            line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[$0...].dropFirst())) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Runs `systemctl --user`; returns nil if it did not exit before the deadline.
    package func run(
        _ arguments: [String],
        deadline: Deadline
    ) throws(ClientError) -> Program.Outcome? {
        try run("systemctl", arguments: arguments, until: deadline)
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
        return try run("systemd-run", arguments: options + ["--"] + command, until: deadline)
            == .exited(0)
    }

    private func run(
        _ name: String,
        arguments: [String],
        until deadline: Deadline
    ) throws(ClientError) -> Program.Outcome? {
        let command = try command(name, arguments: arguments)
        let program = try Program.start(
            command.arguments,
            variables: command.variables,
            streams: .quiet
        )
        return program.wait(deadline: deadline)
    }

    /// Returns a command that addresses the manager, with its environment.
    private func command(
        _ name: String,
        arguments: [String]
    ) throws(ClientError) -> (arguments: [String], variables: [String: String]) {
        guard let executable = Program.find(name, path: environment["PATH"]) else {
            throw ClientError(.program, "\(name) is not installed")
        }
        var variables = environment.variables
        variables["XDG_RUNTIME_DIR"] = runtimeDirectory
        return ([executable, "--user"] + arguments, variables)
    }
}
