// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct NotebookAndTagTests {
    @Test func defaultNotebookAlwaysExists() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let notebooks = try await client.call(NotebookList()).notebooks
                #expect(notebooks.map(\.name) == ["journal"])
                let rename = NotebookRename(notebook: "journal", name: "other")
                #expect(try await client.refusal(rename).kind == .notebookInvalid)
                let delete = NotebookDelete(notebook: "JOURNAL")
                #expect(try await client.refusal(delete).kind == .notebookInvalid)
            }
        }
    }

    @Test func notebooksAreCreatedRenamedAndFoundByNameOrID() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(NotebookCreate(name: " Work ")).notebook
                #expect(made.name == "Work")
                let twice = try await client.refusal(NotebookCreate(name: "WORK"))
                #expect(twice.kind == .notebookExists)
                let renamed = try await client.call(NotebookRename(notebook: "work", name: "WORK"))
                #expect(renamed.notebook.id == made.id)
                #expect(renamed.notebook.revision > made.revision)
                try await client.call(EntryCreate(text: "x", notebook: made.id))
                let taken = NotebookRename(notebook: "work", name: "Journal")
                #expect(try await client.refusal(taken).kind == .notebookExists)
                let list = try await client.call(NotebookList()).notebooks
                #expect(list.map(\.name) == ["journal", "WORK"])
                #expect(list.map(\.entryCount) == [0, 1])
            }
        }
    }

    @Test func notebookIsNotTakenForAnotherWhoseNameIsItsID() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let old = try await client.call(NotebookCreate(name: "old")).notebook
                let target = try await client.call(NotebookCreate(name: "target")).notebook
                for id in [old.id, target.id] {
                    try await client.call(NotebookCreate(name: id))
                    try await client.call(EntryCreate(text: "other", notebook: id))
                }
                try await client.call(EntryCreate(text: "x", notebook: "old"))
                let gone = try await client.call(
                    NotebookDelete(notebook: "old", moveEntriesTo: "target")
                )
                #expect(gone.id == old.id && gone.movedCount == 1)
                let empty = try await client.call(NotebookCreate(name: "empty")).notebook
                try await client.call(NotebookCreate(name: empty.id))
                try await client.call(NotebookDelete(notebook: "empty"))
                let left = try await client.call(NotebookList()).notebooks
                let counts = Dictionary(uniqueKeysWithValues: left.map { ($0.name, $0.entryCount) })
                #expect(
                    counts == [
                        "journal": 0, "target": 1, old.id: 1, target.id: 1, empty.id: 0,
                    ]
                )
            }
        }
    }

    @Test func notebooksWithEntriesAreDeletedOnlyIfTheEntriesAreMoved() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let entry = EntryCreate(text: "x", notebook: "old", createNotebook: true)
                let made = try await client.call(entry)
                try await client.call(EntryDelete(id: EntryReference(made.id)))
                let error = try await client.refusal(NotebookDelete(notebook: "old"))
                #expect(error.kind == .notebookNotEmpty)
                #expect(error.details["entries"] == 1)
                let toItself = NotebookDelete(notebook: "old", moveEntriesTo: "OLD")
                #expect(try await client.refusal(toItself).kind == .notebookInvalid)
                let gone = try await client.call(
                    NotebookDelete(notebook: "old", moveEntriesTo: "journal")
                )
                #expect(gone.movedCount == 1)
                let moved = try await client.call(EntryGet(id: EntryReference(made.id))).entry
                #expect(moved.notebook.name == "journal")
                #expect(moved.revision == gone.cursor.revision)
                #expect(try await client.refusal(entry.withoutMaking).kind == .notebookNotFound)
            }
        }
    }

    @Test func tagIsRenamedOnEveryEntry() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "x", tags: ["rain", "home"]))
                let renamed = try await client.call(TagRename(tag: "RAIN", name: "Weather"))
                #expect(renamed.tag.name == "Weather")
                #expect(renamed.tag.entryCount == 1)
                let entry = try await client.call(EntryGet(id: EntryReference(made.id))).entry
                #expect(entry.tags == ["Weather", "home"])
                let missing = TagRename(tag: "rain", name: "snow")
                #expect(try await client.refusal(missing).kind == .tagNotFound)
            }
        }
    }

    @Test func tagsAreMergedOnlyOnRequest() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let both = try await client.call(EntryCreate(text: "1", tags: ["a", "b"]))
                let one = try await client.call(EntryCreate(text: "2", tags: ["a"]))
                #expect(try await client.refusal(TagRename(tag: "a", name: "B")).kind == .tagExists)
                let merged = try await client.call(TagRename(tag: "a", name: "b", merge: true))
                #expect(merged.tag.entryCount == 2)
                for written in [both, one] {
                    let entry = try await client.call(EntryGet(id: EntryReference(written.id)))
                        .entry
                    #expect(entry.tags == ["b"])
                }
                #expect(try await client.call(TagList()).tags.map(\.name) == ["b"])
            }
        }
    }
}

extension EntryCreate {
    fileprivate var withoutMaking: EntryCreate {
        var copy = self
        copy.createNotebook = false
        return copy
    }
}
