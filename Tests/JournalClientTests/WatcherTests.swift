// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Synchronization
import Testing

struct WatcherTests {
    private static func cursor(_ revision: Int64) -> Cursor {
        Cursor(epoch: "e", revision: revision)
    }

    private static func line(_ notification: ServerNotification) -> String {
        String(decoding: notification.line, as: UTF8.self) + "\n"
    }

    private static func reply(
        _ request: Request,
        _ mode: Subscribe.Mode,
        at revision: Int64
    ) -> String {
        let reply = Subscribe.Reply(
            subscription: request.id ?? 0,
            cursor: cursor(revision),
            mode: mode
        )
        let line = Response(id: request.id, outcome: .success(reply.json)).line
        return String(decoding: line, as: UTF8.self) + "\n"
    }

    private static func change(_ from: Int64, _ to: Int64, more: Bool = false) -> Changes {
        Changes(subscription: 1, from: cursor(from), to: cursor(to), items: [], more: more)
    }

    @Test(
        arguments: [ErrorKind.encryptionLocked, .storeLocked, .shuttingDown]
    )
    func watchingWaitsForTheJournal(reason: ErrorKind) throws {
        let turn = Mutex(0)
        let server = try FakeServer { request in
            let current = turn.withLock { value in
                value += 1
                return value
            }
            switch current {
            case 1: return .sendAndClose(Self.reply(request, .delta, at: 5))
            case 2...5: return .error(ProtocolError(reason, "wait"))
            case 6: return .sendAndClose(Self.reply(request, .delta, at: 5))
            default: return .error(ProtocolError(.storeFailed, "enough"))
            }
        }
        var watcher = Watcher(client: try JournalClient(at: server.path), subscription: Subscribe())
        let notices = Mutex<[ErrorKind?]>([])
        watcher.waitingInterval = 1
        watcher.beganWaiting = { error in notices.withLock { $0.append(error.cause?.kind) } }
        var count = 0
        let error = #expect(throws: ClientError.self) {
            try watcher.follow { _, _ in count += 1 }
        }
        #expect(error?.cause?.kind == .storeFailed)
        #expect(count == 2)
        #expect(notices.withLock { $0 } == [reason])
    }

    @Test func journalThatIsLockedAtTheStartIsAnError() throws {
        let server = try FakeServer { _ in .error(ProtocolError(.encryptionLocked, "locked")) }
        var watcher = Watcher(client: try JournalClient(at: server.path), subscription: Subscribe())
        let error = #expect(throws: ClientError.self) { try watcher.follow { _, _ in } }
        #expect(error?.cause?.kind == .encryptionLocked)
    }

    @Test func cursorOfAnotherStoreIsAReset() throws {
        let since = Mutex<[JSON?]>([])
        let server = try FakeServer { request in
            let count = since.withLock { value in
                value.append(request.params["since"])
                return value.count
            }
            switch count {
            case 1: return .error(ProtocolError(.cursorForeign, "another store"))
            case 2: return .sendAndClose(Self.reply(request, .delta, at: 3))
            default: return .error(ProtocolError(.storeFailed, "enough"))
            }
        }
        var watcher = Watcher(
            client: try JournalClient(at: server.path),
            subscription: Subscribe(since: Self.cursor(9))
        )
        var events: [Watcher.Event] = []
        let error = #expect(throws: ClientError.self) {
            try watcher.follow { event, _ in events.append(event) }
        }
        #expect(error?.cause?.kind == .storeFailed)
        #expect(events == [.reset(Self.cursor(3))])
        let expected: [JSON?] = [Self.cursor(9).json, nil, Self.cursor(3).json]
        #expect(since.withLock { $0 } == expected)
    }

    @Test func watchingResumesAfterTheDaemonStops() throws {
        let turn = Mutex(0)
        let server = try FakeServer { request in
            let current = turn.withLock { value in
                value += 1
                return value
            }
            switch current {
            case 1:
                let change = Self.line(Self.change(5, 6).notification)
                let end = Self.line(End(subscription: 1, reason: "shutdown").notification)
                return .sendAndClose(Self.reply(request, .delta, at: 5) + change + end)
            case 2:
                let change = Self.line(Self.change(6, 8).notification)
                return .sendAndClose(Self.reply(request, .delta, at: 6) + change)
            case 3:
                return .sendAndClose(Self.reply(request, .reset, at: 20))
            default: return .error(ProtocolError(.storeFailed, "enough"))
            }
        }
        var watcher = Watcher(
            client: try JournalClient(at: server.path),
            subscription: Subscribe()
        )
        var events: [Watcher.Event] = []
        var cursors: [Cursor] = []
        let error = #expect(throws: ClientError.self) {
            try watcher.follow { event, cursor throws(ClientError) in
                events.append(event)
                cursors.append(cursor)
            }
        }
        #expect(error?.cause?.kind == .storeFailed)
        #expect(
            events == [
                .subscribed(Self.cursor(5)), .changes(Self.change(5, 6)),
                .subscribed(Self.cursor(6)), .changes(Self.change(6, 8)),
                .reset(Self.cursor(20)),
            ]
        )
        #expect(cursors == [5, 6, 6, 8, 20].map(Self.cursor))
        let since = server.requests.map { $0.params["since"]?.stringValue }
        #expect(since == [nil, "e.6", "e.8", "e.20"])
    }

    @Test func positionExcludesAnIncompleteCommit() throws {
        let server = try FakeServer { request in
            let half = Self.line(Self.change(5, 6, more: true).notification)
            return request.params["since"] == nil
                ? .sendAndClose(Self.reply(request, .delta, at: 5) + half)
                : .error(ProtocolError(.storeFailed, "enough"))
        }
        var watcher = Watcher(
            client: try JournalClient(at: server.path),
            subscription: Subscribe()
        )
        var cursors: [Cursor] = []
        #expect(throws: ClientError.self) {
            try watcher.follow { _, cursor throws(ClientError) in cursors.append(cursor) }
        }
        #expect(cursors == [Self.cursor(5), Self.cursor(5)])
        #expect(server.requests.last?.params["since"] == "e.5")
    }
}
