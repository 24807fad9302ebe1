// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

/// The entries of a search for a command that changes them.
struct SearchSelectionTests {
    private static let cursor = Cursor(epoch: "e", revision: 1)

    /// A server with pages of entries, whose texts are letters.
    private static func server(_ pages: [String]) throws -> FakeServer {
        let replies = pages.enumerated().map { index, letters -> JSON in
            let matches = letters.map { letter -> EntryMatch in
                var entry = EntryEditingTests.entry
                let digits = String(letter.unicodeScalars.first?.value ?? 0)
                let id = "8c5f0000-0000-4000-8000-000000000000".dropLast(digits.count) + digits
                entry.id = EntryID(String(id)) ?? entry.id
                entry.text = String(letter)
                return EntryMatch(entry: entry, snippet: "", score: 0)
            }
            let next = PageCursor(epoch: "e", queryHash: 1, position: [Int64(index + 1)])
            return EntrySearch.Reply(
                matches: matches,
                nextPage: index + 1 < pages.count ? next : nil,
                cursor: cursor
            ).json
        }
        return try FakeServer { request in
            let page = (try? EntrySearch(json: request.params))?.page?.position.first ?? 0
            return .result(replies[Int(page)])
        }
    }

    private func sent(to server: FakeServer) throws -> [EntrySearch] {
        try server.requests.filter { $0.method == EntrySearch.method.rawValue }
            .map { try EntrySearch(json: $0.params) }
    }

    @Test func allMatchesAreReadWithoutRanksAndEachOnce() throws {
        let server = try Self.server(["ab", "bc", "d"])
        let found = try SearchSelection("x", client: try JournalClient(at: server.path))
        #expect(found.entries.map(\.text) == ["a", "b", "c", "d"])
        #expect(!found.isLimited)
        let searches = try sent(to: server)
        #expect(searches.map(\.order) == [.unranked, .unranked, .unranked])
        #expect(searches.map(\.limit) == [1000, 1000, 1000])
        // Relative dates mean the same on each page.
        #expect(Set(searches.map(\.options.now?.description)).count == 1)
    }

    @Test func someMatchesAreTheBest() throws {
        let server = try Self.server(["ab", "bc", "d"])
        let client = try JournalClient(at: server.path)
        let found = try SearchSelection("x", client: client, limit: 3)
        #expect(found.entries.map(\.text) == ["a", "b", "c"])
        #expect(found.isLimited)
        let searches = try sent(to: server)
        #expect(searches.map(\.order) == [.best, .best])
        #expect(searches.map(\.limit) == [3, 1])
    }
}
