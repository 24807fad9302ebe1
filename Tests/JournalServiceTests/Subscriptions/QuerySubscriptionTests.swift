// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Subscriptions with a search query, without echo, and with reports of progress.
struct QuerySubscriptionTests {
    private func items(_ client: TestClient) async throws -> [ChangeItem] {
        try await client.changes().flatMap(\.items)
    }

    @Test func entriesEnterAndLeaveAQueryByTheirWords() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "sun", tags: ["t"]))
                let id = EntryReference(made.id)
                try await client.call(Subscribe(query: "rain* tag:t -snow", include: .summary))
                try await client.call(EntryUpdate(id: id, text: "Rainy day"))
                #expect(try await items(client).map(\.operation) == [.create])
                try await client.call(EntryUpdate(id: id, text: "a rainy day"))
                #expect(try await items(client).map(\.operation) == [.update])
                try await client.call(EntryUpdate(id: id, text: "rain and snow"))
                let left = try await items(client)
                #expect(left.map(\.operation) == [.delete])
                #expect(left.first?.entry?.text == "rain and snow")
                try await client.call(EntryUpdate(id: id, text: "snow"))
                try await client.call(EntryCreate(text: "rain without the tag"))
                #expect(try await items(client).isEmpty)
                try await client.call(EntryUpdate(id: id, text: "rain"))
                try await client.call(EntryUpdate(id: id, tags: []))
                #expect(try await items(client).map(\.operation).last == .delete)
            }
        }
    }

    @Test func entriesEnterAndLeaveAQueryWithOperators() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "sun", tags: ["done"]))
                let id = EntryReference(made.id)
                let query = "(雨 OR tag:wet) -tag:done -snowy"
                try await client.call(
                    Subscribe(query: query, options: QueryOptions(stem: true))
                )
                try await client.call(EntryUpdate(id: id, text: "今日は雨だ"))
                #expect(try await items(client).isEmpty)
                try await client.call(EntryUpdate(id: id, tags: []))
                #expect(try await items(client).map(\.operation) == [.create])
                try await client.call(EntryUpdate(id: id, text: "sun"))
                #expect(try await items(client).map(\.operation) == [.delete])
                try await client.call(EntryUpdate(id: id, tags: ["wet"]))
                #expect(try await items(client).map(\.operation) == [.create])
                try await client.call(EntryUpdate(id: id, starred: true))
                #expect(try await items(client).map(\.operation) == [.update])
                try await client.call(EntryUpdate(id: id, tags: ["wet", "done"]))
                #expect(try await items(client).map(\.operation) == [.delete])
            }
        }
    }

    @Test func snapshotOfAQueryContainsItsMatches() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for number in 1...300 {
                    let text = number.isMultiple(of: 2) ? "even \(number)" : "odd \(number)"
                    try await client.call(EntryCreate(text: text))
                }
                try await client.call(Subscribe(query: "even", include: .full, snapshot: true))
                let found = try await items(client)
                #expect(found.count == 150)
                #expect(found.allSatisfy { $0.entry?.text.hasPrefix("even") == true })
                #expect(Set(found.map(\.id)).count == 150)
            }
        }
    }

    @Test func queryResumesFromACursor() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let start = try await client.call(EntryCreate(text: "rain one"))
                let id = EntryReference(start.id)
                try await client.call(EntryUpdate(id: id, text: "sun"))
                try await client.call(EntryCreate(text: "rain two"))
                try await client.call(EntryCreate(text: "snow"))
                try await client.call(
                    Subscribe(query: "rain", since: start.cursor, include: .full)
                )
                let found = try await items(client)
                #expect(found.map(\.operation) == [.delete, .create])
                #expect(found.map(\.entry?.text) == ["sun", "rain two"])
            }
        }
    }

    @Test func invalidQueryIsRejected() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(Subscribe(query: "rain OR"))
                #expect(error.kind == .searchSyntax)
                let other = try await client.refusal(Subscribe(query: "notebook:none"))
                #expect(other.kind == .notebookNotFound)
            }
        }
    }

    @Test func noEchoOmitsTheChangesOfTheConnection() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Subscribe(include: .full, noEcho: true))
                let own = try await client.call(EntryCreate(text: "own"))
                #expect(try await client.changes().isEmpty)
                try await TestClient.connect(to: daemon) { other in
                    let id = EntryReference(own.id)
                    _ = try await other.call(EntryUpdate(id: id, text: "theirs"))
                }
                #expect(try await items(client).map(\.entry?.text) == ["theirs"])
            }
        }
    }

    @Test func progressIsReportedForCommitsOutsideTheFilter() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let filter = Filter(starred: true)
                let start = try await client.call(Subscribe(filter: filter, progress: true))
                let plain = try await client.call(EntryCreate(text: "plain"))
                let marks = try await client.changes()
                #expect(marks.map(\.items.count) == [0])
                #expect(marks.first?.from == start.cursor)
                #expect(marks.last?.to == plain.cursor)
                #expect(try await client.changes().isEmpty)
                try await client.call(EntryCreate(text: "more"))
                try await client.call(EntryCreate(text: "star", starred: true))
                let changes = try await client.changes()
                #expect(changes.first?.from == plain.cursor)
                #expect(changes.flatMap(\.items).count == 1)
                #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.to == $1.from })
            }
        }
    }

    @Test func deletionsContainWhatWasDeleted() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "gone", tags: ["t"]))
                try await client.call(NotebookCreate(name: "n"))
                try await client.call(Subscribe(include: .summary))
                try await client.call(EntryDelete(id: EntryReference(made.id)))
                try await client.call(NotebookDelete(notebook: "n"))
                let found = try await items(client)
                #expect(found.map(\.operation) == [.delete, .delete])
                #expect(found.first?.entry?.text == "gone")
                #expect(found.first?.entry?.trashedAt != nil)
                #expect(found.last?.name == "n")
            }
        }
    }
}
