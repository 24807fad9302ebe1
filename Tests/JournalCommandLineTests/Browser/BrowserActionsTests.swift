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
            case "undo.list":
                let step = StepRecord(
                    id: .random(),
                    client: "journal",
                    command: "import",
                    time: .epoch,
                    revision: 8,
                    changeCount: 2
                )
                return .result(UndoList.Reply(steps: [step], cursor: Self.cursor).json)
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

    @Test(arguments: [0, 2])
    func starIsForTheCurrentRevisionAndCanBeUndone(conflicts: Int) throws {
        let server = try server(conflicts: conflicts)
        let outcome = try actions(server).star(Self.entry)
        #expect(outcome.message == "starred")
        #expect(outcome.entry?.starred == true)
        let updates = server.requests.filter { $0.method == "entry.update" }
        let revisions = (0...conflicts).map { JSON.integer(7 + Int64($0)) }
        #expect(updates.map { $0.params["ifRev"] } == revisions)
        #expect(updates.allSatisfy { $0.params["starred"] == true && $0.params["text"] == nil })
        #expect(updates.allSatisfy { $0.params["step"]?["command"] == "tui" })
        #expect(Set(updates.map { $0.params["step"]?["id"]?.stringValue }).count == 1)
    }

    @Test func conflictWithoutEndIsAnError() throws {
        let server = try server(conflicts: 100)
        let actions = try actions(server)
        let error = #expect(throws: ClientError.self) { try actions.star(Self.entry) }
        #expect(error?.cause?.kind == .conflict)
    }

    @Test func singleTagsAreChanged() throws {
        let server = try server()
        let message = try actions(server).tag(Self.entry, added: ["a"], removed: ["b"]).message
        #expect(message == "+a, -b")
        let update = try #require(server.requests.last { $0.method == "entry.update" })
        #expect(update.params["addTags"] == ["a"])
        #expect(update.params["removeTags"] == ["b"])
        #expect(update.params["tags"] == nil)
    }

    @Test func olderDaemonDoesNotIgnoreTags() throws {
        let server = try FakeServer { request in
            request.method == "hello"
                ? .error(
                    ProtocolError(
                        .protocolUnsupported,
                        "the daemon does not support: entry.update.addTags",
                        details: ["missing": ["entry.update.addTags"]]
                    )
                ) : .result(EntryGet.Reply(entry: Self.entry, cursor: Self.cursor).json)
        }
        let actions = try actions(server)
        let error = #expect(throws: ClientError.self) {
            try actions.tag(Self.entry, added: ["a"], removed: [])
        }
        #expect(error?.message.contains("does not support") == true)
        #expect(error?.advice?.contains("journal daemon stop") == true)
        #expect(server.requests.allSatisfy { $0.method != "entry.update" })
        #expect(
            server.requests.first { $0.method == "hello" }?.params["require"]
                == ["entry.update.addTags"]
        )
    }

    @Test func everyKeyIsAStep() throws {
        let server = try server()
        let actions = try actions(server)
        let message = try actions.delete(Self.entry)
        #expect(message == "\(Self.entry.id) was moved to the trash; u undoes it")
        _ = try actions.delete(Self.entry)
        let steps = server.requests.filter { $0.method == "entry.delete" }
            .map { $0.params["step"]?["id"]?.stringValue }
        #expect(Set(steps).count == 2)
    }

    @Test func changeOfSeveralEntriesIsNotUndoneByAKey() throws {
        let server = try server()
        let actions = try actions(server)
        let error = #expect(throws: ClientError.self) { _ = try actions.undo() }
        #expect(error?.message.contains("import, concerns 2 entries") == true)
        #expect(server.requests.map(\.method) == ["undo.list"])
    }
}
