// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClientTesting
import JournalProtocol
import Synchronization
import Testing

@testable import JournalClient

struct DaemonControlTests {
    private func control(_ path: String) throws -> DaemonControl {
        DaemonControl(environment: Environment([:]), client: try JournalClient(at: path))
    }

    /// A daemon that cannot start answers with the reason until it has exited.
    @Test(arguments: [1, 3]) func daemonThatCannotStartIsNotRunning(answerCount: Int) throws {
        let refusal = Response(id: nil, outcome: .failure(ProtocolError(.storeLocked, "in use")))
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

    @Test func daemonOfAnEarlierVersionIsStopped() throws {
        let unknown = ProtocolError(.methodUnknown, "unknown")
        let server = try FakeServer { request in
            switch request.method {
            case "store.release": .error(unknown)
            case "hello": .error(unknown)
            default: .sendAndClose(Self.success(request))
            }
        }
        #expect(try control(server.path).release())
        #expect(server.requests.map(\.method) == ["store.release", "hello", "shutdown"])
    }

    private static func success(_ request: Request) -> String {
        let line = Response(id: request.id, outcome: .success([:])).line
        return String(decoding: line, as: UTF8.self) + "\n"
    }

    @Test func daemonThatCannotOpenItsStoreHasNothingToRelease() throws {
        let refusal = Response(id: nil, outcome: .failure(ProtocolError(.storeFailed, "damaged")))
        let line = String(decoding: refusal.line, as: UTF8.self) + "\n"
        let server = try FakeServer { _ in .sendAndClose(line) }
        #expect(try control(server.path).release() == false)
    }

    @Test func missingDaemonIsNotRunning() throws {
        let directory = try TemporaryDirectory()
        #expect(try control(directory.path + "/journal.sock").stopRunning() == false)
    }
}
