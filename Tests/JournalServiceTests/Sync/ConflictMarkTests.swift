// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// The number of conflicts of an entry, wherever the entry is sent.
struct ConflictMarkTests {
    @Test func everyReplyWithTheEntryHasTheNumberOfItsConflicts() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            for client in [bench.first, bench.second] {
                #expect(try await client.call(EntryGet(id: id)).entry.conflicts == 1)
                for order in [ListOrder.newest, .random] {
                    let list = try await client.call(EntryList(order: order))
                    #expect(list.entries.map(\.conflicts) == [1])
                }
                let found = try await client.call(EntrySearch(query: "two")).matches
                #expect(found.map(\.entry.conflicts) == [1])
                let update = EntryUpdate(id: id, starred: true, include: .summary)
                #expect(try await client.call(update).entry?.conflicts == 1)
                let stale = EntryUpdate(id: id, ifRevision: 0, text: "three")
                let current = try await client.refusal(stale).details["current"]
                #expect(current?["conflicts"] == 1)
            }
        }
    }

    @Test func otherEntriesHaveNoMark() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            let made = try await bench.first.call(EntryCreate(text: "new", include: .full))
            #expect(made.entry?.conflicts == 0)
            let entries = try await bench.first.call(EntryList()).entries
            #expect(entries.count == 2)
            #expect(entries.filter { $0.conflicts > 0 }.map(\.id.text) == [id.text])
        }
    }

    @Test func aConflictIsSentWhenItAppearsAndWhenItIsSettled() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            let id = EntryReference(try await bench.first.call(EntryCreate(text: "draft")).id)
            try await bench.synchronize()
            let clients = [bench.first, bench.second]
            var pictures: [ListPicture] = []
            for client in clients {
                try await client.call(Subscribe(include: .summary))
                pictures.append(ListPicture(try await client.call(ListOpen())))
            }
            try await bench.disagree(about: id, "one", "two")
            for (index, client) in clients.enumerated() {
                let marks = try await client.marks(applying: &pictures[index])
                #expect(marks.last == 1)
                #expect(pictures[index].rows.map(\.entry?.conflicts) == [1])
            }
            let conflict = try #require(try await bench.conflicts().first)
            try await bench.first.call(SyncResolve(id: id, version: conflict.version.id))
            try await bench.synchronize()
            for (index, client) in clients.enumerated() {
                #expect(try await client.marks(applying: &pictures[index]) == [0])
                #expect(pictures[index].rows.map(\.entry?.conflicts) == [0])
            }
        }
    }

    @Test func aSnapshotAndTheHistoryHaveTheMark() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            let start = try await bench.first.call(EntryCreate(text: "draft"))
            try await bench.synchronize()
            try await bench.disagree(about: EntryReference(start.id), "one", "two")
            for call in [
                Subscribe(include: .summary, snapshot: true),
                Subscribe(since: start.cursor, include: .summary),
            ] {
                try await bench.first.call(call)
                let items = try await bench.first.changes().flatMap(\.items)
                #expect(items.compactMap(\.entry?.conflicts) == [1])
            }
        }
    }

    @Test func aTextThatIsUsedIsSentWithoutTheMark() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            let conflict = try #require(try await bench.conflicts().first)
            try await bench.first.call(Subscribe(include: .summary))
            let call = SyncResolve(id: id, version: conflict.version.id, restore: true)
            try await bench.first.call(call)
            let items = try await bench.first.changes().flatMap(\.items)
            #expect(items.compactMap(\.entry?.text) == ["one"])
            #expect(items.compactMap(\.entry?.conflicts) == [0])
        }
    }
}

extension TestClient {
    /// The numbers of conflicts in the changes that came so far, whose edits are applied to the
    /// picture of a list.
    fileprivate func marks(applying picture: inout ListPicture) async throws -> [Int] {
        try await call(Flush())
        defer { clearNotes() }
        for note in notes where note.method == ListChanges.method {
            picture.apply(try ListChanges(json: note.params))
        }
        return try notes.filter { $0.method == Changes.method }
            .flatMap { try Changes(json: $0.params).items }.compactMap(\.entry?.conflicts)
    }
}
