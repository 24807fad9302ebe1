// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalSystem
import Synchronization
import Testing

@testable import JournalCommandLine

struct BrowserActionsTests {
    private static let cursor = Cursor(epoch: "e", revision: 8)
    private static let entry = EntryEditingTests.entry

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Returns actions with a state directory of their own.
    private func actions(_ server: FakeServer) throws -> BrowserActions {
        let options = CommandContext.Options(socket: server.path, mayStart: false)
        let environment = Environment(["XDG_STATE_HOME": directory.path])
        return try BrowserActions(
            context: CommandContext(options, environment: environment)
        )
    }

    /// Returns a daemon with one entry, which `conflicts` writes fail to change because another
    /// program changes it first.
    private func server(conflicts: Int = 0) throws -> FakeServer {
        let left = Mutex(conflicts)
        return try FakeServer { request in
            var entry = Self.entry
            switch request.method {
            case "entry.get":
                entry.revision += Int64(conflicts - left.withLock { $0 })
                return .result(EntryGet.Reply(entry: entry, cursor: Self.cursor).json)
            case "entry.update", "entry.delete":
                let isConflict = left.withLock { left in
                    left -= 1
                    return left >= 0
                }
                if isConflict { return .error(ProtocolError(.conflict, "changed")) }
                entry.revision = 20
                entry.starred = true
                let written = EntryWritten(
                    id: entry.id,
                    revision: entry.revision,
                    cursor: Self.cursor,
                    entry: entry
                )
                return .result(written.json)
            default:
                return .result(
                    Hello.Reply(version: "1", epoch: "e", cursor: Self.cursor, pid: 1).json
                )
            }
        }
    }

    private var steps: [UndoStep] {
        let state = directory.path + "/journal"
        return UndoLog(stateDirectory: state).history(epoch: "e", newest: 9).steps
    }

    @Test(arguments: [0, 2])
    func starIsForTheCurrentRevisionAndCanBeUndone(conflicts: Int) throws {
        let server = try server(conflicts: conflicts)
        #expect(try actions(server).star(Self.entry) == "starred")
        let updates = server.requests.filter { $0.method == "entry.update" }
        let revisions = (0...conflicts).map { JSON.integer(7 + Int64($0)) }
        #expect(updates.map { $0.params["ifRev"] } == revisions)
        #expect(updates.allSatisfy { $0.params["starred"] == true && $0.params["text"] == nil })
        #expect(steps.map(\.command) == ["tui"])
        #expect(steps.first?.entries.first?.formerRevision == 7 + Int64(conflicts))
    }

    @Test func conflictWithoutEndIsAnError() throws {
        let server = try server(conflicts: 100)
        let actions = try actions(server)
        let error = #expect(throws: ClientError.self) { try actions.star(Self.entry) }
        #expect(error?.cause?.kind == .conflict)
        #expect(steps.isEmpty)
    }

    @Test func singleTagsAreChanged() throws {
        let server = try server()
        let message = try actions(server).tag(Self.entry, added: ["a"], removed: ["b"])
        #expect(message == "+a, -b")
        let update = try #require(server.requests.last { $0.method == "entry.update" })
        #expect(update.params["addTags"] == ["a"])
        #expect(update.params["removeTags"] == ["b"])
        #expect(update.params["tags"] == nil)
    }

    @Test func deletionIsRecorded() throws {
        let server = try server()
        let message = try actions(server).delete(Self.entry)
        #expect(message == "\(Self.entry.id) was moved to the trash; u undoes it")
        #expect(steps.first?.entries.map(\.action) == [.delete])
    }

    @Test func changeThatCannotBeRecordedIsReported() throws {
        try FileSystem.write([], to: directory.path + "/journal")
        let server = try server()
        let message = try actions(server).star(Self.entry)
        #expect(message.hasPrefix("starred; it cannot be undone: "), "\(message)")
    }

    @Test func changeOfSeveralEntriesIsNotUndoneByAKey() throws {
        let changes = (0..<2).map { EntryChange(created: EntryID.random(), revision: $0 + 1) }
        let log = UndoLog(stateDirectory: directory.path + "/journal")
        try log.append(.step(UndoStep("import", Self.cursor, entries: changes)))
        let server = try server()
        let actions = try actions(server)
        let error = #expect(throws: ClientError.self) { _ = try actions.undo() }
        #expect(error?.message.contains("import, is that of 2 entries") == true)
        #expect(steps.count == 1)
        #expect(server.requests.allSatisfy { $0.method == "hello" })
    }
}
