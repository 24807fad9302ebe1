// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClientTesting
import Testing

@testable import JournalClient

/// The advice about the process that listened at a socket.
struct UnresponsiveDaemonTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Starts a process that waits, under the name of another program.
    private func start(_ name: String) throws -> Program {
        let path = "\(directory.path)/\(name)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/bin/sleep")
        return try Program.start([path, "600"], variables: [:], streams: .quiet)
    }

    private func end(_ program: Program) {
        kill(program.pid, SIGKILL)
        _ = program.wait()
    }

    @Test func onlyADaemonIsToBeKilled() throws {
        let daemon = try start("journal-daemon")
        defer { end(daemon) }
        let error = Connection.unresponsive(path: "/s", pid: daemon.pid)
        #expect(error.message.contains("(process \(daemon.pid), journal-daemon)"))
        #expect(error.advice == "If this persists, stop it with: kill \(daemon.pid)")
        let other = try start("another")
        defer { end(other) }
        #expect(Connection.unresponsive(path: "/s", pid: other.pid).advice == nil)
        let manager = try start("systemd")
        defer { end(manager) }
        #expect(
            Connection.unresponsive(path: "/s", pid: manager.pid).advice
                == "Check: systemctl --user status journal.service"
        )
    }

    @Test func processThatHasExitedIsNotNamed() throws {
        let daemon = try start("journal-daemon")
        end(daemon)
        let error = Connection.unresponsive(path: "/s", pid: daemon.pid)
        #expect(error.message == "the daemon at /s does not respond")
        #expect(error.advice == "Check: systemctl --user status journal.service")
        #expect(Connection.unresponsive(path: "/s", pid: nil).advice == nil)
    }
}
