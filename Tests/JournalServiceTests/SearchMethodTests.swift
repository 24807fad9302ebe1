// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

@Suite(.timeLimit(.minutes(1))) struct SearchMethodTests {
    @Test func wordsPhrasesPrefixesAndConditionsFindWhatTheySay() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2])
                let moment = Timestamp("2026-11-05T12:00:00Z")
                try await client.call(
                    EntryCreate(
                        text: "A rainy walk by the river",
                        notebook: "Diary",
                        createNotebook: true,
                        tags: ["home"],
                        createdAt: moment
                    )
                )
                try await client.call(EntryCreate(text: "Rain all night", createdAt: moment))
                func texts(_ query: String) async throws -> [String] {
                    try await client.call(EntrySearch(query: query)).matches.map(\.entry.text)
                        .sorted()
                }
                #expect(
                    try await texts("rain*") == ["A rainy walk by the river", "Rain all night"]
                )
                #expect(try await texts("\"rainy walk\"") == ["A rainy walk by the river"])
                #expect(try await texts("rain* -river") == ["Rain all night"])
                #expect(try await texts("tag:home") == ["A rainy walk by the river"])
                #expect(try await texts("rain* notebook:diary") == ["A rainy walk by the river"])
                #expect(try await texts("day before:2026-11-02") == ["day 1"])
                #expect(try await texts("day after:2026-11-02") == ["day 2"])
                #expect(try await texts("nowhere").isEmpty)
                #expect(try await client.call(EntryCount(query: "rain*")).count == 2)
            }
        }
    }

    @Test func matchesAreMarkedAndPagesJoin() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for number in 1...7 {
                    try await client.call(EntryCreate(text: "river \(number)"))
                }
                var search = EntrySearch(query: "river", limit: 3)
                var seen: [String] = []
                repeat {
                    let reply = try await client.call(search)
                    #expect(reply.matches.allSatisfy { $0.snippet.hasPrefix("\u{2}river\u{3}") })
                    seen += reply.matches.map(\.entry.text)
                    search.page = reply.nextPage
                } while search.page != nil
                #expect(Set(seen).count == 7)
                #expect(seen.count == 7)
            }
        }
    }

    @Test(arguments: ["tag:", "-only", "before:yesterday", "starred:maybe"])
    func whatCannotBeReadIsASyntaxError(query: String) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(EntrySearch(query: query))
                #expect(error.kind == .searchSyntax)
                #expect(error.details["offset"] != nil)
            }
        }
    }
}
