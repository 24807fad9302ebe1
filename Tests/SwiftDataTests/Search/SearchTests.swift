// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Ranked full-text search in a store.
struct SearchTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try songs())
        let texts = [
            ("Rain", "Rain on the roof, rain in the gutter, rain."),
            ("Café", "A walk to the café in the rainy town."),
            ("Snow", "No rain today. The dog sleeps while the snow falls."),
            ("Quiet", "Nothing happens."),
        ]
        for (number, (title, text)) in texts.enumerated() {
            context.insert(Song(title, text: text, plays: number))
        }
        try context.save()
    }

    private func titles(_ text: String, _ filter: Predicate<Song>? = nil) throws -> [String] {
        try context.search(SearchDescriptor(FullTextQuery(text), filter: filter)).map(\.model.title)
    }

    @Test func deepestQueryIsExecuted() throws {
        let open = String(repeating: "x OR a (", count: SearchLimits.depth)
        let close = String(repeating: ")", count: SearchLimits.depth)
        let query = try FullTextQuery(open + "y OR rain" + close)
        #expect(try context.searchIdentifiers(SearchDescriptor<Song>(query)).isEmpty)
    }

    @Test func marksWithoutAWordDoNotExcludeEverything() throws {
        let found = try context.search(SearchDescriptor<Song>(FullTextQuery("rain \u{301}")))
        #expect(!found.isEmpty)
        #expect(throws: Never.self) { try FullTextQuery("㈱") }
    }

    @Test func bestMatchIsFirst() throws {
        let found = try context.search(SearchDescriptor<Song>(FullTextQuery("rain")))
        #expect(found.map(\.model.title) == ["Rain", "Snow"])
        #expect(found[0].score > found[1].score)
        #expect(found.allSatisfy { $0.snippet.isEmpty })
    }

    @Test func relationshipsOfMatchesAreLoadedOnRequest() throws {
        let singer = Singer("a")
        singer.songs = try context.fetch(FetchDescriptor<Song>())
        context.insert(singer)
        try context.save()
        let reader = ModelContext(context.container)
        var descriptor = SearchDescriptor<Song>(try FullTextQuery("rain"))
        descriptor.relationshipKeyPathsForPrefetching = [\.singers]
        let found = try reader.search(descriptor).map(\.model)
        #expect(found.map(\.title) == ["Rain", "Snow"])
        for song in found {
            let singers = try #require(song._$model.entity?.property(at: \Song.singers))
            #expect(singers.access.isLoaded(song))
            #expect(song.singers.map(\.name) == ["a"])
        }
    }

    @Test func phrasesPrefixesAndExclusionsNarrowResults() throws {
        #expect(try Set(titles("rain*")) == ["Rain", "Café", "Snow"])
        #expect(try titles("\"rainy town\"") == ["Café"])
        #expect(try titles("\"town rainy\"").isEmpty)
        #expect(try titles("rain -dog") == ["Rain"])
        #expect(try Set(titles("nothing OR snow")) == ["Quiet", "Snow"])
    }

    @Test func searchIgnoresCaseAndDiacritics() throws {
        #expect(try titles("CAFE") == ["Café"])
        #expect(try titles("cafe\u{301}") == ["Café"])
    }

    @Test(arguments: 0...5) func matchesBeyondRankingLimitFollowMostRecentFirst(limit: Int) throws {
        let query = try FullTextQuery("rain*")
        func titles(_ descriptor: SearchDescriptor<Song>) throws -> [String] {
            try context.search(descriptor).map(\.model.title)
        }
        let ranked = try titles(SearchDescriptor(query))
        // In the order of insertion.
        let all = ["Rain", "Café", "Snow"]
        let recent = Set(all.suffix(limit))
        let expected =
            ranked.filter { recent.contains($0) } + all.reversed().filter { !recent.contains($0) }
        for filter in [nil, #Predicate<Song> { $0.plays < 10 }] {
            var descriptor = SearchDescriptor<Song>(query, filter: filter, rankingLimit: limit)
            #expect(try titles(descriptor) == expected)
            descriptor.limit = 1
            for offset in 0...3 {
                descriptor.offset = offset
                #expect(try titles(descriptor) == Array(expected.dropFirst(offset).prefix(1)))
            }
        }
    }

    @Test(arguments: [nil, #Predicate<Song> { $0.plays < 10 }])
    func matchesThatAreNotRankedContinueAfterAKey(filter: Predicate<Song>?) throws {
        var descriptor = SearchDescriptor<Song>(
            try FullTextQuery("rain*"),
            filter: filter,
            limit: 1,
            rankingLimit: 0
        )
        var found: [String] = []
        while let match = try context.search(descriptor).first {
            #expect(match.score == 0)
            #expect(!match.isRanked)
            found.append(match.model.title)
            // What was found before is not needed to continue.
            context.delete(match.model)
            context.insert(Song("rain again"))
            try context.save()
            descriptor.after = match.key
        }
        #expect(found == ["Snow", "Café", "Rain"])
        descriptor.after = .min
        #expect(try context.search(descriptor).isEmpty)
    }

    @Test func onlyRankedMatchesHaveAScore() throws {
        let found = try context.search(
            SearchDescriptor<Song>(FullTextQuery("rain*"), rankingLimit: 1)
        )
        #expect(found.map(\.isRanked) == [true, false, false])
        #expect(found.map(\.score)[1...] == [0, 0])
        #expect(found[0].score > 0)
    }

    @Test func filterLimitAndOffsetApplyInRankOrder() throws {
        #expect(try titles("rain", #Predicate { $0.plays >= 2 }) == ["Snow"])
        #expect(try titles("rain", #Predicate { $0.title != "Quiet" }) == ["Rain", "Snow"])
        let query = try FullTextQuery("rain*")
        let all = try context.search(SearchDescriptor<Song>(query)).map(\.model.title)
        let second = SearchDescriptor<Song>(query, limit: 1, offset: 1)
        #expect(try context.search(second).map(\.model.title) == [all[1]])
        let filtered = SearchDescriptor<Song>(
            query,
            filter: #Predicate { $0.plays < 10 },
            limit: 1,
            offset: 1
        )
        #expect(try context.search(filtered).map(\.model.title) == [all[1]])
        #expect(try context.search(SearchDescriptor<Song>(query, limit: 0)).isEmpty)
    }

    @Test func filterAppliesBeyondFirstBatch() throws {
        for number in 0..<1_000 { context.insert(Song("needle", plays: 100 + number)) }
        try context.save()
        let last = #Predicate<Song> { $0.plays >= 1_098 }
        #expect(try titles("needle", last).count == 2)
    }

    @Test func snippetsMarkMatchingWords() throws {
        let style = SnippetStyle(start: "<b>", end: "</b>", ellipsis: "…", words: 5)
        let descriptor = SearchDescriptor<Song>(try FullTextQuery("dog"), snippet: style)
        let found = try context.search(descriptor)
        #expect(found.map(\.snippet) == ["…The <b>dog</b> sleeps while the…"])
    }

    @Test func indexFollowsChanges() throws {
        let song = try #require(
            try context.search(SearchDescriptor<Song>(FullTextQuery("nothing"))).first?.model
        )
        song.text = "Everything happens."
        #expect(try titles("everything").isEmpty)
        try context.save()
        #expect(try titles("everything") == ["Quiet"])
        #expect(try titles("nothing").isEmpty)
        context.delete(song)
        try context.save()
        #expect(try titles("everything").isEmpty)
    }

    @Test func identifierSearchLoadsNoModels() throws {
        let found = try context.searchIdentifiers(SearchDescriptor<Song>(FullTextQuery("dog")))
        #expect((context.model(for: found[0].identifier) as? Song)?.title == "Snow")
    }

    @Test func searchingModelWithoutIndexThrows() throws {
        let error = #expect(throws: StoreError.self) {
            try context.search(SearchDescriptor<Singer>(FullTextQuery("Ella")))
        }
        #expect(error?.code == .searchSyntax)
        #expect(
            error?.message.contains("Singer has no attribute with the option .spotlight") == true
        )
    }
}

/// Queries from random input, none of which the full-text index may reject.
struct SearchInputTests {
    private static let pieces = [
        "a", "wörd", "\"", "*", "-", "+", "^", ":", "(", ")", "{", "}", "OR", "AND", "NOT", "NEAR",
        "NEAR(a b, 2)", " ", "\0", "'", ";", "--", "\\", "%", "🎉", "e\u{301}", "\u{200D}", "\n",
        "text:",
        "“", "&", "|", ",", "<>", "日本語", "\u{FFFD}", "\"\"", "/*",
    ]

    @Test(arguments: 0..<8)
    func randomTextIsAValidQueryOrASyntaxError(seed: UInt64) throws {
        let context = ModelContext(try songs())
        context.insert(Song("a wörd", text: "日本語 near"))
        try context.save()
        var generator = SplitMix(state: seed)
        for _ in 0..<250 {
            let count = Int.random(in: 1...12, using: &generator)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
                .joined(separator: Bool.random(using: &generator) ? " " : "")
            let query: FullTextQuery
            do {
                query = try FullTextQuery(text)
            } catch let error as StoreError {
                #expect(error.code == .searchSyntax, "\(text.debugDescription)")
                continue
            }
            #expect(throws: Never.self, "\(text.debugDescription) -> \(query.fts5)") {
                try context.search(SearchDescriptor<Song>(query, snippet: SnippetStyle()))
            }
        }
    }
}

/// A reproducible random number generator.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
