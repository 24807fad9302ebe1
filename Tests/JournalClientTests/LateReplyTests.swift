// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import JournalClientTesting
import JournalProtocol
import Synchronization
import Testing

@testable import JournalClient

/// A daemon that works on a long request is distinguished from an unresponsive one.
struct LateReplyTests {
    private static let cursor = Cursor(epoch: "e", revision: 1)

    /// Creates a server that replies to probes immediately, and to other requests by the script.
    private static func server(
        in directory: TemporaryDirectory? = nil,
        probed: @escaping @Sendable () -> Void = {},
        others: @escaping FakeServer.Script = { _ in .silence }
    ) throws -> FakeServer {
        try FakeServer(directory: directory) { request in
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

    @Test func callWaitsWhileSystemdStartsTheDaemon() throws {
        // systemd listens, and nothing accepts connections until the daemon does.
        let server = try FakeServer()
        let launcher = FakeLauncher(startingAnswers: 3)
        let client = try Self.client(of: server, launcher)
        var notices = 0
        client.waitsForStart = { notices += 1 }
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.code == .unresponsive)
        #expect(notices == 3)
    }

    @Test func timeForTheReplyBeginsAfterALongStart() throws {
        let directory = try TemporaryDirectory()
        let server = Mutex<FakeServer?>(nil)
        let questions = Mutex(0)
        let launcher = FakeLauncher.starting {
            let number = questions.withLock { count in
                count += 1
                return count
            }
            // After more than the launch time.
            guard number == 6 else { return }
            server.withLock { $0 = try? Self.server(in: directory, others: { _ in .result([:]) }) }
        }
        let time = Duration.milliseconds(100)
        let client = JournalClient(
            socket: try socketPath(directory.path + "/journal.sock"),
            timeouts: Timeouts(call: time, longCall: time, launch: time, probe: time),
            launcher: launcher
        )
        #expect(try client.call(method: "status", params: [:]) == [:])
        #expect(launcher.launchCount.withLock { $0 } == 1)
    }

    @Test func largeRequestIsSentWhileSystemdStartsTheDaemon() throws {
        let server = try FakeServer()
        let launcher = FakeLauncher(startingAnswers: 3)
        let client = try Self.client(of: server, launcher)
        // Larger than the buffers of the socket.
        let text = String(repeating: "a", count: 900_000)
        let error = #expect(throws: ClientError.self) {
            try client.call(method: "entry.create", params: ["text": .string(text)])
        }
        #expect(error?.code == .unresponsive)
        #expect(launcher.startingAnswers.withLock { $0 } < 0)
    }

    private static func client(
        of server: FakeServer,
        _ launcher: FakeLauncher
    ) throws -> JournalClient {
        let time = Duration.milliseconds(20)
        return JournalClient(
            socket: try socketPath(server.path),
            timeouts: Timeouts(call: time, longCall: time, launch: time, probe: time),
            launcher: launcher
        )
    }

    @Test func everyCallWaitsWhileALongWriteProgresses() throws {
        let probes = DispatchSemaphore(value: 0)
        let server = try FakeServer { request in
            guard request.method != "cancel" else { return .result([:]) }
            guard request.method == "hello" else {
                for _ in 0..<3 { probes.wait() }
                return .result([:])
            }
            probes.signal()
            let reply = Hello.Reply(
                version: "1",
                epoch: "e",
                cursor: Self.cursor,
                pid: 1,
                isWorking: true
            )
            return .result(reply.json)
        }
        let client = try JournalClient(
            at: server.path,
            call: .milliseconds(20),
            longCall: .milliseconds(20)
        )
        _ = try client.call(method: "entry.delete", params: ["id": "8c5f"])
        #expect(server.requests.filter { $0.method == "entry.delete" }.count == 1)
    }

    @Test func progressIsPassedOnAndTheCallCanBeCancelled() throws {
        let server = try FakeServer { request in
            let error = ProtocolError(.cancelled, "cancelled")
            switch request.method {
            case "trash.empty":
                guard let id = request.id, request.params["progress"] == true else {
                    return .error(error)
                }
                let progress = WorkProgress(.delete, done: 1, of: 2)
                let report = ProgressReport(request: id, progress: progress)
                let other = ProgressReport(request: 99, progress: progress)
                return .send(
                    [other, report].map { String(decoding: $0.notification.line, as: UTF8.self) }
                        .joined(separator: "\n") + "\n"
                )
            case "cancel" where request.id == nil:
                let id = (try? Cancel(json: request.params))?.id
                let line = Response(id: id, outcome: .failure(error)).line
                return .send(String(decoding: line, as: UTF8.self) + "\n")
            default: return .silence
            }
        }
        let client = try JournalClient(at: server.path, call: .seconds(20))
        var reports: [WorkProgress?] = []
        client.progressChanged = { reports.append($0) }
        client.isCancelled = { true }
        let error = #expect(throws: ClientError.self) { try client.call(TrashEmpty()) }
        #expect(error?.cause?.kind == .cancelled)
        #expect(reports == [WorkProgress(.delete, done: 1, of: 2), nil])
        #expect(server.requests.filter { $0.method == "cancel" }.count == 1)
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
