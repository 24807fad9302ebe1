// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import JournalSystem
import Synchronization
import Testing

struct EntryEditingTests {
    static let entry = EntryRecord(
        id: EntryID.random(),
        text: "as read",
        createdAt: .epoch,
        zone: "UTC",
        localDay: Timestamp.epoch.day,
        modifiedAt: .epoch,
        starred: false,
        revision: 7,
        notebook: .init(id: "n", name: "journal")
    )

    @Test func revisionThatWasReadIsSent() throws {
        let server = try FakeServer { _ in
            .result(
                EntryWritten(
                    id: Self.entry.id,
                    revision: 8,
                    cursor: Cursor(epoch: "e", revision: 8)
                ).json
            )
        }
        let directory = try TemporaryDirectory()
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let change = EntryUpdate(id: EntryReference(Self.entry.id), text: "new")
        #expect(try editing.update(Self.entry, applying: change).revision == 8)
        #expect(server.requests.first?.params["ifRev"] == 7)
    }

    @Test func textThatIsTooLargeIsNamedAndKept() throws {
        let server = try FakeServer { _ in .error(ProtocolError(.limitLine, "too long")) }
        let directory = try TemporaryDirectory()
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        // Longer than a line of the protocol.
        let text = String(repeating: "x", count: 5_000_000)
        let change = EntryUpdate(id: EntryReference(Self.entry.id), text: text)
        let error = #expect(throws: ClientError.self) {
            try editing.update(Self.entry, applying: change)
        }
        #expect(error?.cause?.kind == .entryTooLarge)
        #expect(error?.message.hasPrefix("the text is 5000000 bytes; the limit is ") == true)
        #expect(error?.advice?.contains("journal drafts use ") == true)
        let folder = Drafts(stateDirectory: directory.path).directory
        let name = try #require(FileSystem.names(in: folder).first { $0.hasSuffix(".md") })
        #expect(try FileSystem.read("\(folder)/\(name)").count == text.utf8.count)
        #expect(server.requests.isEmpty)
    }

    @Test func conflictShowsBothTextsAndSavesTheNewOne() throws {
        var winner = Self.entry
        winner.text = "theirs"
        let current = winner.json
        let server = try FakeServer { _ in
            .error(ProtocolError(.conflict, "changed", details: ["current": current]))
        }
        let directory = try TemporaryDirectory()
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        var change = EntryUpdate(id: EntryReference(Self.entry.id), text: "mine")
        change.starred = true
        let error = #expect(throws: ClientError.self) {
            try editing.update(Self.entry, applying: change)
        }
        #expect(error?.exitStatus == 1)
        #expect(error?.advice?.contains("theirs") == true)
        #expect(error?.advice?.contains("mine") == true)
        let path = directory.path + "/conflicts/\(Self.entry.id)-7.md"
        #expect(try FileSystem.read(path) == Array("mine".utf8))
        #expect(DraftAttributes(ofDraft: path).starred == true)
    }

    @Test func editIsRepeatedOverAnotherConnection() throws {
        let directory = try TemporaryDirectory()
        let cursor = Cursor(epoch: "e", revision: 8)
        let written = EntryWritten(id: Self.entry.id, revision: 8, cursor: cursor)
        let attempts = Attempts()
        let server = try FakeServer { _ in
            attempts.next() == 1 ? .close : .result(written.json)
        }
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let change = EntryUpdate(id: EntryReference(Self.entry.id), text: "new")
        #expect(try editing.update(Self.entry, applying: change) == written)
        #expect(server.requests.map { $0.params["ifRev"] } == [7, 7])
        #expect(FileSystem.names(in: directory.path + "/conflicts") == [])
    }

    /// The first request was executed, but its reply was lost.
    @Test(arguments: ["new", "other"]) func editIsNotExecutedTwice(stored: String) throws {
        let directory = try TemporaryDirectory()
        var after = Self.entry
        (after.text, after.revision, after.starred) = (stored, 8, true)
        let found = EntryGet.Reply(entry: after, cursor: Cursor(epoch: "e", revision: 9))
        let attempts = Attempts()
        let server = try FakeServer { request in
            if request.method == "entry.get" { return .result(found.json) }
            return attempts.next() == 1 ? .close : .error(ProtocolError(.conflict, "changed"))
        }
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let id = EntryReference(Self.entry.id)
        let change = EntryUpdate(id: id, text: "new", starred: true, notebook: "Journal")
        guard stored == "new" else {
            let error = #expect(throws: ClientError.self) {
                try editing.update(Self.entry, applying: change)
            }
            #expect(error?.cause?.kind == .conflict)
            return
        }
        let written = try editing.update(Self.entry, applying: change)
        #expect(written.revision == 8)
        #expect(written.entry == after)
        #expect(FileSystem.names(in: directory.path + "/conflicts") == [])
    }

    /// Another program, which gave up waiting for a reply, asked for the same before.
    @Test func sameTextOfAnotherProgramIsNoConflict() throws {
        let directory = try TemporaryDirectory()
        var after = Self.entry
        (after.text, after.revision) = ("new", 8)
        let current = after.json
        let found = EntryGet.Reply(entry: after, cursor: Cursor(epoch: "e", revision: 9))
        let server = try FakeServer { request in
            request.method == "entry.get"
                ? .result(found.json)
                : .error(ProtocolError(.conflict, "changed", details: ["current": current]))
        }
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let change = EntryUpdate(id: EntryReference(Self.entry.id), text: "new")
        #expect(try editing.update(Self.entry, applying: change).entry == after)
        #expect(FileSystem.names(in: directory.path + "/conflicts") == [])
    }

    /// Counts requests over all connections.
    private final class Attempts: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test func textOfAnEditWithoutADaemonIsADraft() throws {
        let directory = try TemporaryDirectory()
        let editing = EntryEditing(
            client: try JournalClient(at: directory.path + "/none"),
            stateDirectory: directory.path
        )
        var change = EntryUpdate(id: EntryReference(Self.entry.id), text: "mine")
        change.starred = true
        let error = #expect(throws: ClientError.self) {
            try editing.update(Self.entry, applying: change)
        }
        let name = "\(Self.entry.id)-7"
        let path = directory.path + "/drafts/\(name).md"
        let lines = error?.advice?.split(separator: "\n") ?? []
        #expect(
            lines.suffix(3) == [
                "The edit was not delivered.", "Your text was saved: \(path)",
                "To write it: journal drafts use \(name)",
            ]
        )
        #expect(try FileSystem.read(path) == Array("mine".utf8))
        #expect(DraftAttributes(ofDraft: path).starred == true)
        #expect(FileSystem.names(in: directory.path + "/conflicts") == [])
    }

    @Test(arguments: [ErrorKind.storeFull, .conflict])
    func textThatCannotBeSavedIsQuoted(kind: ErrorKind) throws {
        let server = try FakeServer { _ in .error(ProtocolError(kind, "failed")) }
        let directory = try TemporaryDirectory()
        // A file in the place of the folder: root can write to any folder.
        try FileSystem.write([], to: directory.path + "/state")
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path + "/state"
        )
        let change = EntryUpdate(id: EntryReference(Self.entry.id), text: "mine\nof two lines")
        let error = #expect(throws: ClientError.self) {
            try editing.update(Self.entry, applying: change)
        }
        #expect(error?.advice?.hasSuffix(":\nmine\nof two lines") == true, "\(error?.advice ?? "")")
    }

    @Test func draftOfAnEditWithoutADaemonStays() throws {
        let directory = try TemporaryDirectory()
        let editing = EntryEditing(
            client: try JournalClient(at: directory.path + "/none"),
            stateDirectory: directory.path
        )
        let draft = try Drafts(stateDirectory: directory.path).keep("mine", as: "a")
        let change = EntryUpdate(id: EntryReference(Self.entry.id), text: "mine")
        let error = #expect(throws: ClientError.self) {
            try editing.update(Self.entry, applying: change, draft: draft)
        }
        #expect(error?.advice?.contains("Your text was saved: \(draft)") == true)
        #expect(
            FileSystem.names(in: directory.path + "/drafts").filter { $0.hasSuffix(".md") } == [
                "a.md"
            ]
        )
    }

    @Test func everyRejectedTextIsSaved() throws {
        let server = try FakeServer { _ in .error(ProtocolError(.conflict, "changed")) }
        let directory = try TemporaryDirectory()
        let editing = EntryEditing(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        for text in ["one", "two", " \n", "three"] {
            let change = EntryUpdate(id: EntryReference(Self.entry.id), text: text)
            #expect(throws: ClientError.self) { try editing.update(Self.entry, applying: change) }
        }
        let folder = directory.path + "/conflicts"
        let kept = try FileSystem.names(in: folder).map {
            String(decoding: try FileSystem.read("\(folder)/\($0)"), as: UTF8.self)
        }
        #expect(kept.sorted() == ["one", "three", "two"])
    }
}
