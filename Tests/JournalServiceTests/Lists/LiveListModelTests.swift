// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Random writers beside live lists with random filters.
struct LiveListModelTests {
    private static let lists: [ListOpen] = [
        ListOpen(limit: 4),
        ListOpen(filter: Filter(tags: ["a"]), order: .oldest, limit: 5, groupBy: .day),
        ListOpen(filter: Filter(notebook: "work"), limit: 6, groupBy: .tag),
        ListOpen(filter: Filter(starred: true), limit: 1000, groupBy: .notebook),
        ListOpen(filter: Filter(trashed: true), limit: 3, include: .ids),
        ListOpen(query: "rain -snow", limit: 5),
        ListOpen(filter: Filter(tags: ["b"]), query: "s* starred:no", order: .oldest, limit: 8),
    ]

    /// A random write; some of them fail, which changes nothing.
    private static func write(
        _ client: TestClient,
        _ ids: inout [EntryReference],
        _ random: inout SplitMix
    ) async throws {
        let words = ["rain", "snow", "sun", "stars", "wind"]
        let names = ["a", "b", "c"]
        let notebooks = ["work", "home"]
        func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }
        let text = "\(pick(words)) \(pick(words))"
        let id = ids.isEmpty ? nil : pick(ids)
        let tags = names.filter { _ in Bool.random(using: &random) }
        switch (Int.random(in: 0..<12, using: &random), id) {
        case (0...3, _), (_, nil):
            let day = Int.random(in: 10...19, using: &random)
            let time = try #require(Timestamp("2026-01-\(day)T12:00:00Z"))
            let call = EntryCreate(
                text: text,
                notebook: pick(notebooks),
                createNotebook: true,
                tags: tags,
                starred: Bool.random(using: &random),
                createdAt: time
            )
            ids.append(EntryReference(try await client.call(call).id))
        case (4...5, let id?): try await client.call(EntryUpdate(id: id, text: text))
        case (6, let id?): try await client.call(EntryUpdate(id: id, tags: tags))
        case (7, let id?):
            let starred = Bool.random(using: &random)
            let update = EntryUpdate(
                id: id,
                starred: starred,
                notebook: pick(notebooks),
                createNotebook: true
            )
            try await client.call(update)
        case (8, let id?): try await client.call(EntryDelete(id: id))
        case (9, let id?): try await client.call(EntryRestore(id: id))
        case (10, _):
            let rename = NotebookRename(notebook: pick(notebooks), name: pick(notebooks + ["x"]))
            _ = try? await client.call(rename)
            _ = try? await client.call(NotebookRename(notebook: "x", name: pick(notebooks)))
        default:
            let rename = TagRename(tag: pick(names), name: pick(names), merge: true)
            _ = try? await client.call(rename)
        }
    }

    /// Compares a picture with the entries that the store lists.
    private static func compare(
        _ picture: ListPicture,
        _ list: ListOpen,
        _ client: TestClient
    ) async throws {
        let expected: [EntryRecord]
        do {
            expected = try await entries(of: list, client)
        } catch let error as ProtocolError where error.kind == .notebookNotFound {
            expected = []
        }
        let versions = Set(expected.map { "\($0.id.text) \($0.revision)" })
        try #require(Set(picture.rows.map { "\($0.id) \($0.revision)" }) == versions)
        guard list.include != .ids else { return }
        let shown = Dictionary(expected.map { ($0.id.text, $0) }) { $1 }
        for row in picture.rows { try #require(row.entry == shown[row.id]?.summary) }
        if list.groupBy == .none {
            try #require(picture.rows.map(\.id) == expected.map(\.id.text))
        }
        for (row, next) in zip(picture.rows, picture.rows.dropFirst()) where row.group == next.group
        {
            let first = try #require(expected.firstIndex { $0.id.text == row.id })
            let second = try #require(expected.firstIndex { $0.id.text == next.id })
            try #require(first < second)
        }
        if list.groupBy == .tag {
            let count = expected.reduce(0) { $0 + max(1, $1.tags.count) }
            try #require(picture.rows.count == count)
        }
    }

    private static func entries(
        of list: ListOpen,
        _ client: TestClient
    ) async throws -> [EntryRecord] {
        guard let query = list.query else {
            let call = EntryList(filter: list.filter, order: list.order, limit: list.limit)
            return try await client.call(call).entries
        }
        let search = EntrySearch(query: query, filter: list.filter, limit: 1000)
        let found = try await client.call(search).matches.map(\.entry)
        let sorted = found.sorted {
            ($0.createdAt.milliseconds, $0.id.text) < ($1.createdAt.milliseconds, $1.id.text)
        }
        return Array((list.order == .newest ? sorted.reversed() : sorted).prefix(list.limit))
    }

    @Test(arguments: lists.indices)
    func pictureEqualsTheStoreAtEachCommit(index: Int) async throws {
        let list = Self.lists[index]
        var random = SplitMix(seed: UInt64(index))
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                var ids: [EntryReference] = []
                try await client.call(NotebookCreate(name: "work"))
                for _ in 0..<20 { try await Self.write(client, &ids, &random) }
                _ = try? await client.call(NotebookCreate(name: "work"))
                var picture = ListPicture(try await client.call(list))
                for _ in 0..<120 {
                    try await Self.write(client, &ids, &random)
                    try await client.apply(to: &picture)
                    try await Self.compare(picture, list, client)
                }
            }
        }
    }

    /// Without time, each list is continued in a turn of its own.
    @Test(arguments: [Duration.milliseconds(20), .zero])
    func picturesEqualTheStoreAfterConcurrentWriters(turn: Duration) async throws {
        try await TestDaemon.run(inMemory: false, broadcastTurn: turn) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(NotebookCreate(name: "work"))
                var pictures: [RequestID: ListPicture] = [:]
                for list in Self.lists {
                    let reply = try await client.call(list)
                    pictures[reply.list] = ListPicture(reply)
                }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for seed in 100..<104 {
                        writers.addTask {
                            var random = SplitMix(seed: UInt64(seed))
                            try await TestClient.connect(to: daemon) { writer in
                                var ids: [EntryReference] = []
                                for _ in 0..<40 {
                                    // A notebook may be renamed between two writes.
                                    try? await Self.write(writer, &ids, &random)
                                }
                            }
                        }
                    }
                    try await writers.waitForAll()
                }
                for changes in try await client.listChanges() {
                    pictures[changes.list]?.apply(changes)
                }
                for (offset, list) in Self.lists.enumerated() {
                    let picture = try #require(pictures[.integer(Int64(offset + 2))])
                    try await Self.compare(picture, list, client)
                }
            }
        }
    }
}
