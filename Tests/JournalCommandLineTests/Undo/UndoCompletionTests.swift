// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct UndoCompletionTests {
    private let directory: TemporaryDirectory
    private let log: UndoLog
    private let files: UndoIntentFiles
    private let ids = (0..<2).map { EntryID(high: 1, low: $0) }

    init() throws {
        directory = try TemporaryDirectory()
        log = UndoLog(stateDirectory: directory.path)
        files = UndoIntentFiles(stateDirectory: directory.path)
        let cursor = Self.cursor(5)
        try files.add(UndoIntent("import", cursor, entries: ids, run: "r", time: .epoch))
    }

    private static func cursor(_ revision: Int64) -> Cursor {
        Cursor(epoch: "e", revision: revision)
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self) + "\n"
    }

    /// Starts a server on which entries were changed since the request.
    private func server(_ changes: [(ChangeItem.Operation, EntryID)]) throws -> FakeServer {
        let items = changes.map { operation, id in
            ChangeItem(operation: operation, kind: .entry, id: id.text, revision: 7)
        }
        return try FakeServer { request in
            switch request.method {
            case "entry.restore": return .error(ProtocolError(.entryNotFound, "there is none"))
            case "subscribe":
                #expect(request.params["since"] == Self.cursor(5).json)
                let reply = Subscribe.Reply(
                    subscription: request.id ?? 0,
                    cursor: Self.cursor(5),
                    mode: .delta
                )
                return .result(reply.json)
            case "flush":
                let changes = Changes(
                    subscription: 1,
                    from: Self.cursor(5),
                    to: Self.cursor(7),
                    items: items
                )
                let reply = Response(id: request.id, .success(["cursor": "e.7"]))
                return .send(
                    Self.line(changes.notification.line) + Self.line(reply.line)
                )
            default: return .result([:])
            }
        }
    }

    private func complete(_ server: FakeServer) throws {
        let client = try JournalClient(at: server.path)
        try UndoCompletion(client: client, stateDirectory: directory.path).run(epoch: "e")
    }

    @Test func entriesOfAKilledRequestAreAddedToTheLog() throws {
        let server = try server([(.update, ids[0]), (.create, ids[1])])
        try complete(server)
        let change = EntryChange(created: ids[1], revision: 7)
        let cursor = Self.cursor(7)
        let step = UndoStep("import", cursor, entries: [change], run: "r", time: .epoch)
        #expect(log.records() == [.step(step)])
        #expect(files.intents().isEmpty)
        // Before the history is read, the request must have been executed.
        #expect(server.requests.first?.method == "entry.restore")
        try complete(server)
        #expect(log.records() == [.step(step)])
    }

    @Test func requestThatWasNotExecutedAddsNothing() throws {
        try complete(server([(.update, ids[0])]))
        #expect(log.records() == [])
        #expect(files.intents().isEmpty)
    }

    @Test func intentRemainsWhileACommandIsRunning() throws {
        let server = try server([(.create, ids[0])])
        let lock = log.keepFiles()
        try complete(server)
        try complete(server)
        #expect(log.records().count == 1)
        #expect(files.intents().count == 1)
        withExtendedLifetime(lock) {}
    }

    @Test func intentOfAnotherStoreRemains() throws {
        let server = try server([(.create, ids[0])])
        let client = try JournalClient(at: server.path)
        try UndoCompletion(client: client, stateDirectory: directory.path).run(epoch: "other")
        #expect(server.requests.isEmpty)
        #expect(files.intents().count == 1)
    }
}
