// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Searches for words in an encrypted store, compared with those in a plain one.
struct TextScanTests {
    private static let passphrase = "five words of your own"
    private static let words = ["rain", "sun", "roof", "Garten", "walking", "日記"]

    /// Runs a body with a client of a store with entries, plain or encrypted.
    private func withEntries(
        isEncrypted: Bool,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        try await TestDaemon.withoutServing { daemon in
            if isEncrypted {
                _ = try StoreFiles.encrypt(
                    daemon.store,
                    passphrase: Self.passphrase,
                    costLogarithm: 10
                )
            }
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    if isEncrypted {
                        try await client.call(StoreUnlock(passphrase: Self.passphrase))
                    }
                    // More than one batch of a scan.
                    for start in stride(from: 0, to: 300, by: 100) {
                        let calls = (start..<start + 100).map { number in
                            let text = Self.words.enumerated().filter { position, _ in
                                (number + position) % (position + 2) == 0
                            }
                            return Batch.Call(
                                EntryCreate(
                                    text: "\(number) "
                                        + text.map(\.element).joined(separator: " "),
                                    tags: number % 3 == 0 ? ["third"] : [],
                                    starred: number % 7 == 0
                                )
                            )
                        }
                        try await client.call(Batch(calls: calls))
                    }
                    try await body(client)
                }
            }
        }
    }

    private static let queries = [
        "rain", "rain sun", "\"rain sun\"", "roof -rain", "-rain", "rai*", "garten OR roof",
        "tag:third rain", "tag:third OR rain", "tag:third -roof", "starred:yes", "日",
        "NOT (rain OR sun)",
    ]

    /// Returns what the queries find, as sorted texts.
    private func found(_ client: TestClient) async throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for query in Self.queries {
            var texts: [String] = []
            var page: PageCursor?
            repeat {
                let reply = try await client.call(
                    EntrySearch(query: query, limit: 70, page: page)
                )
                texts += reply.matches.map(\.entry.text)
                page = reply.nextPage
            } while page != nil
            #expect(Set(texts).count == texts.count, "\(query)")
            found[query] = texts.sorted()
            let count = try await client.call(EntryCount(query: query)).count
            #expect(count == texts.count, "\(query)")
            let statistics = try await client.call(EntryStatistics(query: query))
            #expect(statistics.entryCount == texts.count, "\(query)")
            let list = try await client.call(ListOpen(query: query, limit: 300, include: .ids))
            #expect(list.rows.count == texts.count, "\(query)")
            try await client.call(ListClose(list: list.list))
        }
        return found
    }

    @Test func findsWhatAnIndexFinds() async throws {
        var results: [[String: [String]]] = []
        for isEncrypted in [false, true] {
            try await withEntries(isEncrypted: isEncrypted) { results.append(try await found($0)) }
        }
        #expect(results[0] == results[1])
        #expect(results[1]["rain"]?.count == 150)
        #expect(results[1]["日"]?.isEmpty == false)
    }

    @Test func deletedEntriesShiftNoPage() async throws {
        try await withEntries(isEncrypted: true) { client in
            var search = EntrySearch(query: "rain", limit: 40)
            let expected = try await client.call(EntryList(limit: 300)).entries
                .map(\.text).filter { $0.contains("rain") }
            var found: [String] = []
            repeat {
                let reply = try await client.call(search)
                found += reply.matches.map(\.entry.text)
                search.page = reply.nextPage
                for match in reply.matches.prefix(3) {
                    try await client.call(EntryDelete(id: EntryReference(match.entry.id)))
                }
            } while search.page != nil
            #expect(found == expected)
            #expect(expected.count == 150)
        }
    }

    @Test func matchesAreOrderedByTimeAndShowTheirWords() async throws {
        try await withEntries(isEncrypted: true) { client in
            let reply = try await client.call(
                EntrySearch(query: "walk", options: QueryOptions(stem: true), limit: 3)
            )
            let expected = try await client.call(EntryList(limit: 300)).entries
                .map(\.text).filter { $0.contains("walking") }
            #expect(reply.matches.map(\.entry.text) == Array(expected.prefix(3)))
            #expect(reply.matches.count == 3)
            #expect(reply.matches.allSatisfy { $0.snippet.contains("\u{2}walking\u{3}") })
            #expect(reply.matches.allSatisfy { $0.score == 0 })
        }
    }

    @Test func subscriptionsWithWordsFollowAnEncryptedStore() async throws {
        try await withEntries(isEncrypted: true) { client in
            try await client.call(Subscribe(query: "roof", include: .full, snapshot: true))
            try await client.call(EntryCreate(text: "a new roof"))
            try await client.call(EntryCreate(text: "nothing"))
            try await client.call(Flush())
            let texts = try await client.changes().flatMap(\.items).compactMap(\.entry?.text)
            let expected = try await client.call(EntryCount(query: "roof")).count
            #expect(Set(texts).count == expected)
            #expect(texts.contains("a new roof"))
            #expect(!texts.contains("nothing"))
        }
    }
}
