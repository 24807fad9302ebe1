// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalClient

/// A daemon that works on a long request is distinguished from an unresponsive one.
struct LateReplyTests {
    private static let cursor = Cursor(epoch: "e", revision: 1)

    /// Creates a server that replies to probes immediately, and to other requests by the script.
    private static func server(
        probed: @escaping @Sendable () -> Void = {},
        others: @escaping FakeServer.Script = { _ in .silence }
    ) throws -> FakeServer {
        try FakeServer { request in
            if request.method == "hello" {
                return .result(Hello.Reply(version: "1", epoch: "e", cursor: cursor, pid: 1).json)
            }
            guard request.method == "cancel" else { return others(request) }
            probed()
            return .result([:])
        }
    }

    @Test func daemonThatAnswersProbesIsBusy() throws {
        let server = try Self.server()
        let client = try JournalClient(
            at: server.path,
            call: .milliseconds(50),
            longCall: .milliseconds(50)
        )
        let error = #expect(throws: ClientError.self) {
            try client.call(EntrySearch(query: "long"))
        }
        #expect(error?.code == .busy)
        #expect(error?.description.contains("kill") == false)
        #expect(error?.advice?.contains("--timeout 60") == true)
        #expect(error?.message.contains("within 0.05 s") == true)
    }

    @Test func lateWriteMayStillBeExecuted() throws {
        let server = try Self.server()
        let client = try JournalClient(at: server.path, call: .milliseconds(50))
        let reference = try #require(EntryReference("8c5f"))
        let error = #expect(throws: ClientError.self) {
            try client.call(EntryDelete(id: reference))
        }
        #expect(error?.code == .busy)
        #expect(error?.advice?.contains("may still be executed") == true)
    }

    @Test func errorReplyToAProbeIsAResponse() throws {
        let server = try FakeServer { request in
            request.method == "cancel"
                ? .error(ProtocolError(.shuttingDown, "the daemon ends")) : .silence
        }
        let client = try JournalClient(at: server.path, call: .milliseconds(50))
        let error = #expect(throws: ClientError.self) { try client.call(Flush()) }
        #expect(error?.code == .busy)
    }

    @Test func daemonThatIsShuttingDownIsBusy() throws {
        let server = try Self.server(others: { _ in .result([:]) })
        var timeouts = Timeouts()
        // The time for the end of the daemon, which does not come.
        timeouts.launch = .milliseconds(50)
        let client = JournalClient(
            socket: try socketPath(server.path),
            timeouts: timeouts,
            launcher: FakeLauncher()
        )
        let error = #expect(throws: ClientError.self) { try client.shutDownAndWait() }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("is shutting down") == true)
    }

    @Test func longCallWaitsWhileTheDaemonResponds() throws {
        let probes = DispatchSemaphore(value: 0)
        let server = try Self.server(
            probed: { probes.signal() },
            others: { _ in
                for _ in 0..<3 { probes.wait() }
                return .result(["count": 7, "cursor": Self.cursor.json])
            }
        )
        let client = try JournalClient(
            at: server.path,
            call: .milliseconds(20),
            longCall: .seconds(60)
        )
        #expect(try client.call(EntryCount()).count == 7)
        #expect(server.requests.filter { $0.method == "entry.count" }.count == 1)
    }

    @Test func quickCallHasAShorterTimeout() throws {
        #expect(Timeouts().limit(of: "entry.search") > Timeouts().limit(of: "entry.get"))
        #expect(Timeouts().limit(of: "no.method") == Timeouts().call)
        let chosen = Timeouts(call: .seconds(90))
        #expect(chosen.limit(of: "entry.search") == .seconds(90))
    }

    @Test(arguments: [(60_000, "60"), (500, "0.5"), (50, "0.05"), (1_250, "1.25"), (1, "0.001")])
    func secondsAreFormattedForTheOption(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).secondsText == text)
    }
}
