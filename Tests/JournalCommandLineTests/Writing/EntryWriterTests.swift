// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import JournalSystem
import Testing

struct EntryWriterTests {
    private static let call = EntryCreate(
        id: EntryID.random(),
        text: "line one -- two\n--> three\n",
        notebook: "--x -->",
        tags: ["a"],
        starred: true,
        createdAt: Timestamp("2026-11-21T10:15:00+01:00"),
        zone: "Europe/Berlin"
    )

    private static func accept(_ request: Request) -> FakeServer.Action {
        let id = request.params["id"]?.stringValue.flatMap { EntryID($0) } ?? .random()
        let written = EntryWritten(
            id: id,
            revision: 1,
            cursor: Cursor(epoch: "e", revision: 1),
            created: true
        )
        return .result(written.json)
    }

    @Test func textInTheOutboxIsUnchanged() throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(stateDirectory: directory.path)
        let path = try outbox.add(Self.call)
        #expect(try Outbox.call(at: path) == Self.call)
        #expect(outbox.paths == [path])
        #expect(FileStatus(path: path)?.permissions == 0o600)
        let content = String(decoding: try FileSystem.read(path), as: UTF8.self)
        #expect(content.hasSuffix("\nline one -- two\n--> three\n"))
    }

    @Test func textInTheOutboxIsNeverOverwritten() throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(stateDirectory: directory.path)
        var second = Self.call
        second.text = "another text under the same id"
        let paths = [try outbox.add(Self.call), try outbox.add(second)]
        #expect(outbox.paths.sorted() == paths.sorted())
        #expect(try paths.map { try Outbox.call(at: $0) } == [Self.call, second])
        #expect(FileSystem.names(in: outbox.directory).allSatisfy { $0.hasSuffix(".md") })
    }

    @Test func undeliveredTextIsSavedAndDeliveredLater() throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(stateDirectory: directory.path)
        let alone = EntryWriter(
            client: try JournalClient(at: directory.path + "/journal.sock"),
            stateDirectory: directory.path
        )
        let error = #expect(throws: ClientError.self) { try alone.write(Self.call) }
        #expect(error?.code == .unavailable)
        let path = try #require(outbox.paths.first)
        #expect(error?.advice?.contains(path) == true)

        let server = try FakeServer(directory: directory, script: Self.accept)
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        #expect(writer.outboxCount == 1)
        var delivered: [EntryID] = []
        try writer.flushOutbox { delivered.append($0.id) }
        #expect(delivered == [Self.call.id])
        #expect(server.requests.map(\.params) == [Self.call.json])
        #expect(writer.outboxCount == 0)
    }

    @Test func rejectedTextDoesNotBlockTheNext() throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(stateDirectory: directory.path)
        var second = Self.call
        second.id = EntryID.random()
        second.createdAt = Timestamp("2026-11-22T10:15:00+01:00")
        second.notebook = nil
        _ = try outbox.add(Self.call)
        _ = try outbox.add(second)
        let server = try FakeServer { request in
            request.params["notebook"] == nil
                ? Self.accept(request) : .error(ProtocolError(.notebookNotFound, "none"))
        }
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        var delivered: [EntryID] = []
        #expect(throws: ClientError.self) { try writer.flushOutbox { delivered.append($0.id) } }
        #expect(delivered == [second.id])
        #expect(writer.outboxCount == 1)
        try writer.flushOutbox(adjust: { $0.notebook = nil }) { delivered.append($0.id) }
        #expect(writer.outboxCount == 0)
    }

    @Test(arguments: ["", " \n\t "])
    func emptyTextIsNeitherSentNorSaved(text: String) throws {
        let server = try FakeServer(script: Self.accept)
        let directory = try TemporaryDirectory()
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let error = #expect(throws: ClientError.self) { try writer.write(EntryCreate(text: text)) }
        #expect(error?.cause?.kind == .entryEmpty)
        #expect(server.requests.isEmpty)
        #expect(writer.outboxCount == 0)
    }

    private func drafts(_ directory: TemporaryDirectory) throws -> [String] {
        let folder = Drafts(stateDirectory: directory.path).directory
        return try FileSystem.names(in: folder).filter { $0.hasSuffix(".md") }.map {
            String(decoding: try FileSystem.read("\(folder)/\($0)"), as: UTF8.self)
        }
    }

    @Test func textThatIsTooLargeBecomesADraft() throws {
        let server = try FakeServer(script: Self.accept)
        let directory = try TemporaryDirectory()
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let large = EntryCreate(text: String(repeating: "x", count: Limits.entryText + 1))
        let error = #expect(throws: ClientError.self) { try writer.write(large) }
        #expect(error?.cause?.kind == .entryTooLarge)
        #expect(error?.advice?.contains("journal drafts use ") == true)
        #expect(try drafts(directory) == [large.text])
        #expect(writer.outboxCount == 0)
    }

    @Test(
        arguments: [
            (.entryExists, true), (.tagInvalid, true), (.dateInvalid, true), (.limitLine, true),
            (.notebookInvalid, true), (.notebookNotFound, false), (.storeFull, false),
            (.storeReadOnly, false), (.storeTooNew, false), (.shuttingDown, false),
        ] as [(ErrorKind, Bool)]
    )
    func onlyPermanentlyRejectedTextsBecomeDrafts(kind: ErrorKind, isPermanent: Bool) throws {
        let server = try FakeServer { _ in .error(ProtocolError(kind, "no")) }
        let directory = try TemporaryDirectory()
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        #expect(throws: ClientError.self) { try writer.write(Self.call) }
        #expect(try drafts(directory) == (isPermanent ? [Self.call.text] : []))
        #expect(writer.outboxCount == (isPermanent ? 0 : 1))
        // Flushing the outbox has the same effect.
        _ = try Outbox(stateDirectory: directory.path).add(Self.call)
        #expect(throws: ClientError.self) { try writer.flushOutbox { _ in } }
        #expect(try drafts(directory).count == (isPermanent ? 2 : 0))
        #expect(writer.outboxCount == (isPermanent ? 0 : 2))
    }

    @Test(
        arguments: [(.notebookInvalid, " -N NAME"), (.tagInvalid, " -t NAME"), (.dateInvalid, "")]
            as [(ErrorKind, String)]
    )
    func draftDoesNotKeepWhatWasRejected(kind: ErrorKind, option: String) throws {
        let server = try FakeServer { _ in .error(ProtocolError(kind, "no")) }
        let directory = try TemporaryDirectory()
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        let drafts = Drafts(stateDirectory: directory.path)
        let attributes = DraftAttributes(Self.call)
        let edited = try drafts.keep(Self.call.text, as: "edited", attributes: attributes)
        _ = try Outbox(stateDirectory: directory.path).add(Self.call)
        let name = "new-\(Self.call.id?.text ?? "")"
        let writes: [(name: String, write: () throws -> Void)] = [
            (name, { _ = try writer.write(Self.call) }),
            ("edited", { _ = try writer.write(Self.call, draft: edited) }),
            ("\(name)-2", { try writer.flushOutbox { _ in } }),
        ]
        for (name, write) in writes {
            let error = #expect(throws: ClientError.self) { try write() }
            let advice = "journal drafts use \(name)\(option)"
            #expect(error?.advice?.hasSuffix(advice) == true, "\(error?.advice ?? "")")
            let kept = DraftAttributes(ofDraft: "\(drafts.directory)/\(name).md")
            #expect(kept.notebook == (kind == .notebookInvalid ? nil : attributes.notebook))
            #expect(kept.tags == (kind == .tagInvalid ? nil : attributes.tags))
            #expect(kept.createdAt == attributes.createdAt)
        }
    }

    @Test func textWithADraftHasOneFile() throws {
        let directory = try TemporaryDirectory()
        let refusing = try FakeServer { _ in .error(ProtocolError(.tagInvalid, "no")) }
        let draft = try Drafts(stateDirectory: directory.path).keep(Self.call.text, as: "new")
        for (socket, waiting) in [(refusing.path, 0), (directory.path + "/nobody", 1)] {
            let writer = EntryWriter(
                client: try JournalClient(at: socket),
                stateDirectory: directory.path
            )
            #expect(throws: ClientError.self) { try writer.write(Self.call, draft: draft) }
            #expect(try drafts(directory) == (waiting == 0 ? [Self.call.text] : []))
            #expect(writer.outboxCount == waiting)
        }
    }

    @Test(arguments: [
        ("e\u{301}t\u{E9}", "e\u{301}t\u{E9}", false, true),
        ("the first", "edited since", false, false),
        ("\u{E9}", "e\u{301}", false, false), ("the beginning", "the beginning", true, false),
    ])
    func onlyAnEntryWithTheSameTextConfirmsDelivery(
        text: String,
        stored: String,
        isTruncated: Bool,
        hasArrived: Bool
    ) throws {
        let directory = try TemporaryDirectory()
        var call = Self.call
        call.text = text
        _ = try Outbox(stateDirectory: directory.path).add(call)
        let server = try FakeServer { _ in
            var current = EntryEditingTests.entry
            current.createdAt = Self.call.createdAt ?? .epoch
            current.text = stored
            current.truncated = isTruncated
            let details: JSONObject = ["current": current.json]
            return .error(ProtocolError(.entryExists, "exists", details: details))
        }
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        var failure: ClientError?
        do throws(ClientError) { try writer.flushOutbox { _ in } } catch { failure = error }
        #expect(writer.outboxCount == 0)
        #expect(try drafts(directory) == (hasArrived ? [] : [text]))
        #expect((failure == nil) == hasArrived)
        let place = "/drafts/new-\(call.id?.text ?? "").md"
        #expect(hasArrived || failure?.advice?.contains(place) == true)
    }

    @Test func foreignFileDoesNotBlockTheNext() throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(stateDirectory: directory.path)
        _ = try outbox.add(Self.call)
        let notes = outbox.directory + "/0000.md"
        try FileSystem.write(Array("notes".utf8), to: notes)
        let server = try FakeServer(script: Self.accept)
        let writer = EntryWriter(
            client: try JournalClient(at: server.path),
            stateDirectory: directory.path
        )
        var delivered: [EntryID] = []
        let error = #expect(throws: ClientError.self) {
            try writer.flushOutbox { delivered.append($0.id) }
        }
        #expect(error?.description.contains(notes) == true)
        #expect(delivered == [Self.call.id])
        #expect(outbox.paths == [notes])
    }

    @Test func foreignFileIsNotChanged() throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(stateDirectory: directory.path)
        try FileSystem.makeDirectory(outbox.directory)
        for (index, text) in ["", "hello", "<!-- journal {} -->\nx", "<!-- journal"].enumerated() {
            let path = "\(outbox.directory)/\(index).md"
            try FileSystem.write(Array(text.utf8), to: path)
            #expect(throws: ClientError.self) { try Outbox.call(at: path) }
            #expect(FileStatus(path: path) != nil)
        }
    }

    @Test func textsOfEarlierRunsAreMentioned() throws {
        let directory = try TemporaryDirectory()
        let writer = EntryWriter(
            client: try JournalClient(at: directory.path + "/journal.sock"),
            stateDirectory: directory.path
        )
        #expect(writer.reminders(isInteractive: true) == [])
        _ = try Drafts(stateDirectory: directory.path).keep("draft", as: "new")
        #expect(writer.reminders(isInteractive: false) == [])
        #expect(writer.reminders(isInteractive: true) == ["1 draft left; see: journal drafts"])
        _ = try Drafts(stateDirectory: directory.path).keep("draft", as: "new")
        _ = try Outbox(stateDirectory: directory.path).add(Self.call)
        #expect(
            writer.reminders(isInteractive: true) == [
                "1 entry is not delivered yet; to deliver: journal new --deliver",
                "2 drafts left; see: journal drafts",
            ]
        )
    }
}
