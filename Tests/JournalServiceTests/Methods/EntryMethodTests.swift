// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct EntryMethodTests {
    @Test func entryIsWrittenAndReadBack() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let moment = try #require(Timestamp("2026-11-21T23:30:00.250+05:30"))
                let written = try await client.call(
                    EntryCreate(
                        text: "Grüße 🌧️",
                        tags: ["Rain", "home"],
                        starred: true,
                        createdAt: moment,
                        zone: "Asia/Kolkata"
                    )
                )
                #expect(written.created == true)
                let entry = try await client.call(EntryGet(id: EntryReference(written.id))).entry
                #expect(entry.text == "Grüße 🌧️")
                #expect(entry.createdAt == moment)
                #expect(entry.localDay == Day("2026-11-21"))
                #expect(entry.zone == "Asia/Kolkata")
                #expect(entry.tags == ["Rain", "home"])
                #expect(entry.starred)
                #expect(entry.revision == written.revision)
                #expect(entry.notebook.name == "journal")
            }
        }
    }

    @Test func repeatedCreatesReturnTheEntryAndRejectAnotherText() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryID.random()
                let first = try await client.call(EntryCreate(id: id, text: "once"))
                let again = try await client.call(EntryCreate(id: id, text: "once"))
                #expect(again.created == false)
                #expect(again.revision == first.revision)
                let error = try await client.refusal(EntryCreate(id: id, text: "other"))
                #expect(error.kind == .entryExists)
                #expect(error.details["current"]?["text"] == "once")
                #expect(try await client.call(EntryCount()).count == 1)
            }
        }
    }

    @Test func retriesFindTheirEntryAfterTheNotebookWasRenamed() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(NotebookCreate(name: "trip"))
                let create = EntryCreate(id: .random(), text: "once", notebook: "trip")
                let first = try await client.call(create)
                try await client.call(NotebookRename(notebook: "trip", name: "past"))
                let again = try await client.call(create)
                #expect(again.created == false)
                #expect(again.revision == first.revision)
            }
        }
    }

    @Test func invalidZonesAreReportedWithTheirPath() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(EntryCreate(text: "a", zone: "not a zone"))
                #expect(error.kind == .dateInvalid)
                #expect(error.details["path"] == "params.zone")
            }
        }
    }

    @Test func updatesChangeOnlyTheGivenMembers() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "a", tags: ["one"]))
                let id = EntryReference(made.id)
                let changed = try await client.call(
                    EntryUpdate(
                        id: id,
                        ifRevision: made.revision,
                        text: "b",
                        notebook: "Diary",
                        createNotebook: true,
                        include: .full
                    )
                )
                #expect(changed.revision > made.revision)
                #expect(changed.entry?.text == "b")
                #expect(changed.entry?.tags == ["one"])
                #expect(changed.entry?.notebook.name == "Diary")
                let error = try await client.refusal(
                    EntryUpdate(id: id, ifRevision: made.revision, text: "c")
                )
                #expect(error.kind == .conflict)
                #expect(error.details["current"]?["text"] == "b")
                let cleared = try await client.call(EntryUpdate(id: id, tags: [], include: .full))
                #expect(cleared.entry?.tags == [])
                let same = try await client.call(EntryUpdate(id: id, text: "b"))
                #expect(same.revision == cleared.revision)
            }
        }
    }

    @Test func trashedEntriesAreHiddenAndCanBeRestored() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "a"))
                let id = EntryReference(made.id)
                let gone = try await client.call(EntryDelete(id: id, ifRevision: made.revision))
                let again = try await client.call(EntryDelete(id: id, ifRevision: made.revision))
                #expect(again.revision == gone.revision)
                #expect(try await client.call(EntryList()).entries.isEmpty)
                let trash = try await client.call(EntryList(filter: Filter(trashed: true)))
                #expect(trash.entries.first?.trashedAt != nil)
                #expect(try await client.call(EntryGet(id: id)).entry.trashedAt != nil)
                let back = try await client.call(EntryRestore(id: id, include: .summary))
                #expect(back.entry?.trashedAt == nil)
                #expect(try await client.call(EntryCount()).count == 1)
            }
        }
    }

    @Test func unambiguousPrefixOfAnIDIsAccepted() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for digit in 1...2 {
                    let id = EntryID("abcd000\(digit)-0000-4000-8000-000000000000")
                    try await client.call(EntryCreate(id: id, text: "\(digit)"))
                }
                let one = try #require(EntryReference("ABCD-0002"))
                #expect(try await client.call(EntryGet(id: one)).entry.text == "2")
                let both = try #require(EntryReference("abcd"))
                let error = try await client.refusal(EntryGet(id: both))
                #expect(error.kind == .entryAmbiguous)
                #expect(
                    error.details["candidates"]
                        == .array([
                            "abcd0001-0000-4000-8000-000000000000",
                            "abcd0002-0000-4000-8000-000000000000",
                        ])
                )
                let none = try #require(EntryReference("dddd"))
                #expect(try await client.refusal(EntryDelete(id: none)).kind == .entryNotFound)
            }
        }
    }

    @Test func invalidEntriesAreRejected() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                func kind(_ call: EntryCreate) async throws -> ErrorKind {
                    try await client.refusal(call).kind
                }
                #expect(try await kind(EntryCreate(text: " \n")) == .entryEmpty)
                let long = String(repeating: "x", count: Limits.entryText + 1)
                #expect(try await kind(EntryCreate(text: long)) == .entryTooLarge)
                #expect(
                    try await kind(EntryCreate(text: "x", notebook: "none")) == .notebookNotFound
                )
                #expect(try await kind(EntryCreate(text: "x", tags: [""])) == .tagInvalid)
                #expect(try await kind(EntryCreate(text: "x", zone: "a b")) == .dateInvalid)
                let bad = #"{"jsonrpc":"2.0","id":"d","method":"entry.create","params":"#
                try await client.send(
                    bad + #"{"text":"x","createdAt":"2026-02-30T00:00:00Z"}}"# + "\n"
                )
                guard case .failure(let error) = try await client.answer().outcome else {
                    Issue.record("a day that does not exist was taken")
                    return
                }
                #expect(error.kind == .dateInvalid)
                #expect(try await client.call(EntryCount()).count == 0)
            }
        }
    }

    @Test func textOfMaximumLengthRoundTrips() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let text = String(repeating: "x", count: Limits.entryText)
                let made = try await client.call(EntryCreate(text: text, include: .full))
                #expect(made.entry?.text == text)
                let list = try await client.call(EntryList(include: .full))
                #expect(list.entries.first?.text == text)
                #expect(try await client.call(EntryList()).entries.first?.truncated == true)
            }
        }
    }
}
