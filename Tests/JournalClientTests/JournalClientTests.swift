// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalSystem
import Synchronization
import Testing

struct JournalClientTests {
    private static let cursor = Cursor(epoch: "e", revision: 1)
    private static let create = EntryCreate(id: EntryID.random(), text: "hello")
    private static let written = EntryWritten(
        id: EntryID.random(),
        revision: 1,
        cursor: cursor,
        created: true
    )

    @Test func callReturnsItsReply() throws {
        let server = try FakeServer { _ in .result(Self.written.json) }
        let client = try JournalClient(at: server.path)
        #expect(try client.call(Self.create) == Self.written)
        #expect(server.requests.map(\.params) == [Self.create.json])
    }

    @Test func oneConnectionCarriesManyCalls() throws {
        let server = try FakeServer { request in
            .result(["count": request.id?.json ?? .null, "cursor": Self.cursor.json])
        }
        let client = try JournalClient(at: server.path)
        for expected in 1...3 { #expect(try client.call(EntryCount()).count == expected) }
    }

    @Test func capabilitiesAreRequiredOnceForAConnection() throws {
        let hello = Hello.Reply(version: "1", epoch: "e", cursor: Self.cursor, pid: 1)
        let server = try FakeServer { request in
            .result(request.method == "hello" ? hello.json : Self.written.json)
        }
        let client = try JournalClient(at: server.path)
        let update = EntryUpdate(id: EntryReference(Self.written.id), addTags: ["a"])
        for _ in 1...2 { #expect(try client.call(update) == Self.written) }
        client.disconnect()
        #expect(try client.call(update) == Self.written)
        let methods = server.requests.map(\.method)
        let expected = ["hello", "entry.update", "entry.update", "hello", "entry.update"]
        #expect(methods == expected)
    }

    @Test func errorOfTheDaemonIsThrownWithItsKind() throws {
        let server = try FakeServer { _ in .error(ProtocolError(.notebookNotFound, "no notebook")) }
        let client = try JournalClient(at: server.path)
        let error = #expect(throws: ClientError.self) { try client.call(Self.create) }
        #expect(error?.cause?.kind == .notebookNotFound)
    }

    @Test func missingSocketIsUnavailable() throws {
        let directory = try TemporaryDirectory()
        let client = try JournalClient(at: directory.path + "/journal.sock")
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.code == .unavailable)
        #expect(error?.advice != nil)
    }

    @Test func staleSocketFileIsUnavailable() throws {
        let directory = try TemporaryDirectory()
        var server: FakeServer? = try FakeServer(directory: directory)
        let path = try #require(server).path
        server = nil
        #expect(FileStatus(path: path) != nil)
        let error = #expect(throws: ClientError.self) {
            try JournalClient(at: path).call(Status())
        }
        #expect(error?.code == .unavailable)
    }

    @Test func silentDaemonIsUnresponsiveAndNamed() throws {
        let server = try FakeServer { _ in .silence }
        let client = try JournalClient(
            at: server.path,
            call: .milliseconds(50),
            probe: .milliseconds(50)
        )
        let error = #expect(throws: ClientError.self) { try client.call(Self.create) }
        #expect(error?.code == .unresponsive)
        #expect(error?.message.contains("process ") == true)
    }

    @Test func startFailureOfSystemdExplainsAClosedConnection() throws {
        let failure = ClientError(.unavailable, "systemd cannot run the program")
        let server = try FakeServer { _ in .close }
        for call in [Status(), Self.create] as [any MethodCall] {
            let client = JournalClient(
                socket: try socketPath(server.path),
                launcher: FakeLauncher(startFailure: failure)
            )
            #expect(throws: failure) { _ = try client.call(call) }
        }
        // An idempotent call is not repeated then.
        #expect(server.requests.map(\.method) == ["status", "entry.create"])
    }

    @Test func daemonThatNeverAcceptsIsUnresponsive() throws {
        let server = try FakeServer(backlog: 0)
        let first = try JournalClient(
            at: server.path,
            call: .milliseconds(50),
            probe: .milliseconds(50)
        )
        let second = try JournalClient(
            at: server.path,
            call: .milliseconds(50),
            probe: .milliseconds(50)
        )
        let third = try JournalClient(
            at: server.path,
            call: .milliseconds(50),
            probe: .milliseconds(50)
        )
        for client in [first, second, third] {
            let error = #expect(throws: ClientError.self) { try client.call(Status()) }
            #expect(error?.code == .unresponsive)
        }
    }

    @Test func incompleteReplyIsUnresponsiveOrLost() throws {
        let server = try FakeServer { _ in .send(#"{"jsonrpc":"2.0","id":1,"res"#) }
        let client = try JournalClient(
            at: server.path,
            call: .milliseconds(50),
            probe: .milliseconds(50)
        )
        let hung = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(hung?.code == .unresponsive)
        let closing = try FakeServer { _ in .sendAndClose(#"{"jsonrpc":"2.0","id":1,"res"#) }
        let lost = #expect(throws: ClientError.self) {
            try JournalClient(at: closing.path).call(Status())
        }
        #expect(lost?.code == .connectionLost)
    }

    @Test(arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "{}\n", "[1]\n", "\u{FFFD}\n"])
    func anotherProtocolIsAMalformedReply(answer: String) throws {
        let server = try FakeServer { _ in .send(answer) }
        let error = #expect(throws: ClientError.self) {
            try JournalClient(at: server.path).call(Status())
        }
        #expect(error?.code == .malformedReply)
    }

    @Test func resultOfTheWrongShapeNamesTheField() throws {
        let server = try FakeServer { _ in .result(["count": "three"]) }
        let error = #expect(throws: ClientError.self) {
            try JournalClient(at: server.path).call(EntryCount())
        }
        #expect(error?.code == .malformedReply)
        #expect(error?.message.contains("result.count: expected an integer") == true)
    }

    @Test func idempotentCallSurvivesALostConnection() throws {
        let count = Mutex(0)
        let server = try FakeServer { _ in
            let turn = count.withLock { value in
                value += 1
                return value
            }
            return turn == 1 ? .close : .result(Self.written.json)
        }
        let client = try JournalClient(at: server.path)
        #expect(try client.call(Self.create) == Self.written)
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.params == server.requests.last?.params)
    }

    @Test func otherCallsAreNotRetried() throws {
        let server = try FakeServer { _ in .close }
        let client = try JournalClient(at: server.path)
        let error = #expect(throws: ClientError.self) {
            try client.call(EntryCreate(text: "no id"))
        }
        #expect(error?.code == .connectionLost)
        #expect(server.requests.count == 1)
    }

    @Test func errorWithoutAnIdFailsTheCall() throws {
        let refusal = Response(id: nil, outcome: .failure(ProtocolError(.authUID, "not yours")))
        let line = String(decoding: refusal.line, as: UTF8.self) + "\n"
        let server = try FakeServer { _ in .sendAndClose(line) }
        let error = #expect(throws: ClientError.self) {
            try JournalClient(at: server.path).call(Status())
        }
        #expect(error?.cause?.kind == .authUID)
    }

    @Test func missingDaemonIsLaunchedOnce() throws {
        let directory = try TemporaryDirectory()
        let server = Mutex<FakeServer?>(nil)
        let launcher = FakeLauncher {
            let fresh = try FakeServer(directory: directory) { _ in .result(Self.written.json) }
            server.withLock { $0 = fresh }
        }
        let client = JournalClient(
            socket: try socketPath(directory.path + "/journal.sock"),
            launcher: launcher
        )
        #expect(try client.call(Self.create) == Self.written)
        #expect(try client.call(Self.create) == Self.written)
        #expect(launcher.launchCount.withLock { $0 } == 1)
    }

    @Test func failedLaunchReportsItsReason() throws {
        let directory = try TemporaryDirectory()
        let launcher = FakeLauncher(failure: ClientError(.unavailable, "the store is damaged"))
        let client = JournalClient(
            socket: try socketPath(directory.path + "/journal.sock"),
            launcher: launcher
        )
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.message == "the store is damaged")
    }

    @Test func launchWithoutResultFailsAtTheDeadline() throws {
        let directory = try TemporaryDirectory()
        let client = JournalClient(
            socket: try socketPath(directory.path + "/journal.sock"),
            timeouts: .init(call: .milliseconds(20), launch: .milliseconds(60)),
            launcher: FakeLauncher()
        )
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.code == .unavailable)
    }

    @Test func notificationsAreQueuedWhileWaitingForAReply() throws {
        let change = Changes(
            subscription: 1,
            from: Self.cursor,
            to: Cursor(epoch: "e", revision: 2),
            items: []
        )
        let note = String(decoding: change.notification.line, as: UTF8.self) + "\n"
        let server = try FakeServer { request in
            let reply =
                request.method == "subscribe"
                ? Subscribe.Reply(subscription: 1, cursor: Self.cursor, mode: .delta).json
                : Flush.Reply(cursor: Self.cursor).json
            let line = String(
                decoding: Response(id: request.id, outcome: .success(reply)).line,
                as: UTF8.self
            )
            return .send(request.method == "flush" ? note + line + "\n" : line + "\n")
        }
        let client = try JournalClient(at: server.path)
        #expect(try client.subscribe(Subscribe()).mode == .delta)
        #expect(try client.call(Flush()).cursor == Self.cursor)
        #expect(try client.nextNotification() == change.notification)
    }

    @Test func requestOverTheLimitIsNotSent() throws {
        let server = try FakeServer { _ in .close }
        let client = try JournalClient(at: server.path)
        let text = String(repeating: "x", count: Limits.line)
        let error = #expect(throws: ClientError.self) { try client.call(EntryCreate(text: text)) }
        #expect(error?.code == .input)
        #expect(server.requests.isEmpty)
    }

    @Test func concurrentClientsGetTheirOwnReplies() async throws {
        let server = try FakeServer { request in
            let text = request.params["text"]?.stringValue ?? ""
            return .error(ProtocolError(.entryExists, text))
        }
        let path = server.path
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    guard let client = try? JournalClient(at: path) else { return false }
                    return (0..<20).allSatisfy { turn in
                        let text = "\(number).\(turn)"
                        do throws(ClientError) {
                            _ = try client.call(EntryCreate(text: text))
                            return false
                        } catch {
                            return error.message == text
                        }
                    }
                }
            }
            for await right in group { #expect(right) }
        }
    }
}
