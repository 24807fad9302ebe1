// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct TagRemovalTests {
    @Test func deletedTagIsOnNoEntry() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let both = try await client.call(EntryCreate(text: "1", tags: ["a", "b"]))
                let trashed = try await client.call(EntryCreate(text: "2", tags: ["A"]))
                try await client.call(EntryDelete(id: EntryReference(trashed.id)))
                let reply = try await client.call(TagDelete(tag: "a"))
                #expect(reply.entryCount == 2)
                let entry = try await client.call(EntryGet(id: EntryReference(both.id))).entry
                #expect(entry.tags == ["b"])
                #expect(entry.revision == reply.cursor.revision)
                let other = try await client.call(EntryGet(id: EntryReference(trashed.id))).entry
                #expect(other.tags == [])
                #expect(try await client.call(TagList()).tags.map(\.name) == ["b"])
                #expect(try await client.refusal(TagDelete(tag: "a")).kind == .tagNotFound)
            }
        }
    }

    @Test func tagWithoutEntriesIsDeleted() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "1", tags: ["typo"]))
                try await client.call(EntryUpdate(id: EntryReference(made.id), tags: []))
                #expect(try await client.call(TagDelete(tag: "typo")).entryCount == 0)
                #expect(try await client.call(TagList()).tags == [])
            }
        }
    }

    @Test func subscribersSeeTheDeletion() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "1", tags: ["a"]))
                try await client.call(Subscribe())
                let reply = try await client.call(TagDelete(tag: "a"))
                let items = try await client.changes().flatMap(\.items)
                #expect(items.map(\.operation) == [.update, .delete])
                #expect(items.map(\.id) == [made.id.text, reply.id])
                #expect(items.last?.name == "a")
            }
        }
    }

    @Test func mergedTagIsReplaced() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "1", tags: ["a", "b"]))
                let one = try await client.call(EntryCreate(text: "2", tags: ["a"]))
                let merged = try await client.call(TagMerge(tag: "A", into: "B"))
                #expect(merged.tag.name == "b")
                #expect(merged.tag.entryCount == 2)
                let entry = try await client.call(EntryGet(id: EntryReference(one.id))).entry
                #expect(entry.tags == ["b"])
                #expect(try await client.call(TagList()).tags.map(\.name) == ["b"])
            }
        }
    }

    @Test func mergeNeedsTwoTags() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "1", tags: ["a"]))
                let missing = try await client.refusal(TagMerge(tag: "a", into: "b"))
                #expect(missing.kind == .tagNotFound)
                let unknown = try await client.refusal(TagMerge(tag: "b", into: "a"))
                #expect(unknown.kind == .tagNotFound)
                let same = try await client.refusal(TagMerge(tag: "a", into: "A"))
                #expect(same.kind == .tagInvalid)
                #expect(try await client.call(TagList()).tags.map(\.entryCount) == [1])
            }
        }
    }
}
