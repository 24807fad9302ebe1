// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Texts that are tested in memory, compared with a search in a store.
struct FullTextMatcherTests {
    @Model final class Page {
        @Attribute(.spotlight) var text: String
        init(_ text: String) { self.text = text }
    }

    private static let texts = [
        "", "rain", "Rain and snow", "snow, then rain; wind.", "résumé of the RÉSUMÉ", "naïve",
        "the quick brown fox", "quick the fox", "今日は雨が降った", "東京都 🎉", "雨", "a\u{0}b rain",
        "rainbow \"quoted\"", "Straße und oﬃce", "STRASSE",
        String(repeating: "snow ", count: 400),
    ]

    private static let queries = [
        "rain", "rain snow", "rain OR snow", "rain -snow", "\"rain snow\"", "\"the quick\"", "rai*",
        "resume", "RAIN", "naive", "(rain OR fox) -wind", "今日*", "雨", "東京", "🎉",
        "quick NOT the", "strasse", "Straße", "offi*",
    ]

    @Test(arguments: queries)
    func textsMatchAsInASearch(text: String) throws {
        let container = try ModelContainer(
            for: Page.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        for text in Self.texts { context.insert(Page(text)) }
        try context.save()
        let query = try FullTextQuery(text)
        let found = try context.search(SearchDescriptor<Page>(query)).map(\.model.text)
        let matcher = try FullTextMatcher()
        // Twice, because a text must not affect the next ones.
        for _ in 0..<2 {
            let matched = try Self.texts.filter { try matcher.matches($0, query) }
            #expect(Set(matched) == Set(found))
            #expect(matched.count == found.count)
            let together = try matcher.matches(among: Self.texts, query).map { Self.texts[$0] }
            #expect(together == matched)
        }
    }

    @Test func oneMatcherTestsSeveralQueries() throws {
        let queries = try Self.queries.map { try FullTextQuery($0) }
        let shared = try FullTextMatcher()
        for text in Self.texts + ["caf\u{E9}", "cafe\u{301}"] {
            for query in queries {
                let matcher = try FullTextMatcher()
                #expect(try shared.matches(text, query) == matcher.matches(text, query))
            }
        }
    }
}
