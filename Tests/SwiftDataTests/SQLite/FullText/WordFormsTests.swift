// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The other forms of English words.
struct WordFormsTests {
    @Model final class Page {
        @Attribute(.spotlight) var text: String
        init(_ text: String) { self.text = text }
    }

    private static let texts = [
        "walk", "He walks.", "I walked home", "long walking tours", "a walkway", "Walker",
        "happy", "happiness", "activate", "activation", "possible", "possibility", "ponies", "pony",
        "hopping", "hop", "résumés", "résumé", "東京 walks", "rain-coats", "\u{FB01}nds", "find",
        "a bo\u{DF}", "bosses",
    ]

    @Test(
        arguments: [
            ("walk", ["walk", "He walks.", "I walked home", "long walking tours", "東京 walks"]),
            ("Walking", ["walk", "He walks.", "I walked home", "long walking tours", "東京 walks"]),
            ("\"walk\"", ["walk"]),
            (
                "walk*",
                [
                    "walk", "He walks.", "I walked home", "long walking tours", "a walkway",
                    "Walker", "東京 walks",
                ]
            ),
            ("walked -tour", ["walk", "He walks.", "I walked home", "東京 walks"]),
            ("happiness", ["happy", "happiness"]),
            ("activate", ["activate", "activation"]),
            ("possibility", ["possibility", "possible"]),
            ("pony", ["ponies", "pony"]),
            ("hop", ["hopping", "hop"]),
            ("resume", ["résumés", "résumé"]),
            ("東京 walked", ["東京 walks"]),
            ("rain-coats", ["rain-coats"]),
            ("\u{FB01}nding", ["\u{FB01}nds", "find"]),
            ("finding", ["\u{FB01}nds", "find"]),
            ("Bo\u{DF}es", ["a bo\u{DF}", "bosses"]),
            ("boss", ["a bo\u{DF}", "bosses"]),
            ("ｆｉｎｄｉｎｇ", ["\u{FB01}nds", "find"]),
            ("nothing", []),
        ]
    )
    func queriesFindTheFormsOfTheirWords(text: String, expected: [String]) throws {
        let container = try ModelContainer(
            for: Page.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        for text in Self.texts { context.insert(Page(text)) }
        try context.save()
        let query = try FullTextQuery(text, stemming: .english)
        let found = try context.search(SearchDescriptor<Page>(query)).map(\.model.text)
        #expect(found.sorted() == expected.sorted())
        let matcher = try FullTextMatcher()
        #expect(
            try Self.texts.filter { try matcher.matches($0, query) }.sorted() == expected.sorted()
        )
    }

    @Test func storeInAFileHasTheForms() throws {
        let folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Page.self,
            configurations: ModelConfiguration(url: folder.store)
        )
        let context = ModelContext(container)
        for text in Self.texts { context.insert(Page(text)) }
        try context.save()
        let query = try FullTextQuery("walk", stemming: .english)
        for _ in 0..<2 {
            #expect(try context.search(SearchDescriptor<Page>(query)).count == 5)
            context.insert(Page("walks"))
            context.insert(Page("nothing"))
            try context.save()
            let reader = ModelContext(container)
            #expect(try reader.search(SearchDescriptor<Page>(query)).count == 6)
            for page in try context.fetch(
                FetchDescriptor<Page>(predicate: #Predicate { $0.text == "walks" })
            ) {
                context.delete(page)
            }
            try context.save()
        }
    }
}
