// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Synchronization
import Testing

struct DaemonControlTests {
    private func control(_ path: String) throws -> DaemonControl {
        DaemonControl(environment: Environment([:]), client: try JournalClient(at: path))
    }

    /// A daemon that cannot start answers with the reason until it has exited.
    @Test(arguments: [1, 3]) func daemonThatCannotStartIsNotRunning(answerCount: Int) throws {
        let refusal = Response(id: nil, .failure(ProtocolError(.storeLocked, "in use")))
        let line = String(decoding: refusal.line, as: UTF8.self) + "\n"
        let state = Mutex<(server: FakeServer?, count: Int)>((nil, 0))
        let directory = try TemporaryDirectory()
        do {
            let server = try FakeServer(directory: directory) { _ in
                state.withLock { state in
                    state.count += 1
                    // The socket refuses connections from now on.
                    if state.count >= answerCount { state.server = nil }
                }
                return .sendAndClose(line)
            }
            state.withLock { $0.server = server }
        }
        #expect(try control(directory.path + "/journal.sock").stopRunning() == false)
        #expect(state.withLock { $0.count } >= answerCount)
    }

    @Test func missingDaemonIsNotRunning() throws {
        let directory = try TemporaryDirectory()
        #expect(try control(directory.path + "/journal.sock").stopRunning() == false)
    }
}
