// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct BatchTests {
    @Test func allCallsShareOneRevision() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryID.random()
                let reply = try await client.call(
                    Batch(calls: [
                        .init(NotebookCreate(name: "n")),
                        .init(EntryCreate(id: id, text: "a", notebook: "n", tags: ["t"])),
                        .init(EntryCreate(text: "b", notebook: "n", tags: ["T"])),
                        .init(EntryUpdate(id: EntryReference(id), starred: true)),
                    ])
                )
                #expect(reply.results.count == 4)
                let entry = try await client.call(EntryGet(id: EntryReference(id))).entry
                #expect(entry.revision == reply.cursor.revision)
                #expect(entry.starred)
                #expect(try await client.call(TagList()).tags.map(\.entryCount) == [2])
            }
        }
    }

    @Test func failureUndoesTheBatchAndReportsItsIndex() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(
                    Batch(calls: [
                        .init(NotebookCreate(name: "n")),
                        .init(EntryCreate(text: "a", tags: ["t"])),
                        .init(EntryCreate(text: "")),
                    ])
                )
                #expect(error.kind == .batchFailed)
                #expect(error.details["index"] == 2)
                let cause = try ProtocolError(json: error.details["cause"] ?? .null)
                #expect(cause.kind == .entryEmpty)
                #expect(try await client.call(EntryCount()).count == 0)
                #expect(try await client.call(NotebookList()).notebooks.count == 1)
                #expect(try await client.call(TagList()).tags.isEmpty)
                // Changes that were undone are not in the state that the writer keeps.
                let made = EntryCreate(text: "x", notebook: "n", createNotebook: true, tags: ["t"])
                try await client.call(made)
                #expect(try await client.call(NotebookList()).notebooks.count == 2)
            }
        }
    }

    @Test func repeatedIDsAreAcceptedInABatch() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let create = Batch.Call(EntryCreate(id: .random(), text: "x"))
                let reply = try await client.call(Batch(calls: [create, create]))
                #expect(reply.results.map { $0["created"] } == [true, false])
                let again = try await client.call(Batch(calls: [create]))
                #expect(again.cursor == reply.cursor)
                #expect(try await client.call(EntryCount()).count == 1)
            }
        }
    }

    @Test func batchOfAThousandCallsFits() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let calls = (1...Limits.batch).map { Batch.Call(EntryCreate(text: "\($0)")) }
                let reply = try await client.call(Batch(calls: calls))
                #expect(reply.results.count == Limits.batch)
                #expect(try await client.call(EntryCount()).count == Limits.batch)
            }
        }
    }
}

struct BatchReplyTests {
    @Test func entriesThatWouldMakeTheReplyTooLongAreLeftOut() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let text = String(repeating: "x", count: 400_000)
                let made = try await client.call(EntryCreate(text: text))
                let calls = (1...8).map { number in
                    Batch.Call(
                        EntryUpdate(
                            id: EntryReference(made.id),
                            starred: number % 2 == 0,
                            include: .full
                        )
                    )
                }
                let reply = try await client.call(Batch(calls: calls))
                #expect(reply.results.count == 8)
                #expect(reply.results.prefix { $0["entry"] != nil }.count == 2)
                #expect(reply.results.allSatisfy { $0["id"] == made.id.json })
            }
        }
    }

    @Test func replyToManyEntriesHasAtMostOneMebibyte() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let text = String(repeating: "x", count: 900)
                let calls = (1...Limits.batch).map { _ in
                    Batch.Call(EntryCreate(text: text, include: .full))
                }
                let request = Request(id: .integer(1), call: Batch(calls: calls))
                try await client.send(request.line + [0x0A])
                let reply = try #require(try await client.bytes())
                #expect(reply.count <= Limits.reply)
                #expect(reply.count > Limits.reply - 8_000)
            }
        }
    }

    @Test func prefixOfAnIDFindsAnEntryOfTheSameBatch() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryID.random()
                let prefix = try #require(EntryReference(String(EntryReference(id).text.prefix(8))))
                _ = try await client.call(
                    Batch(calls: [
                        .init(EntryCreate(id: id, text: "a")),
                        .init(EntryUpdate(id: prefix, text: "b")),
                        .init(EntryDelete(id: prefix)),
                    ])
                )
                let entry = try await client.call(EntryGet(id: EntryReference(id))).entry
                #expect(entry.text == "b")
                #expect(entry.trashedAt != nil)
            }
        }
    }
}
