// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Full-text search*.
struct FullTextSearchExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Note {
        @Attribute(.spotlight) var title: String
        @Attribute(.spotlight) var text: String
        var isArchived = false

        init(title: String, text: String) {
            self.title = title
            self.text = text
        }
    }

    private let context: ModelContext

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: Note.self, configurations: memory))
        let notes = [
            ("Harbour", "Rain in the morning, rain in the evening, and the boats stayed in."),
            (
                "Garden",
                "After the rain the garden smelled of earth, and the dog dug up the tulips."
            ),
            ("Café", "Rainy days are for the café by the station."),
        ]
        for (title, text) in notes { context.insert(Note(title: title, text: text)) }
        try context.save()
    }

    @Test func bestMatchComesFirst() throws {
        let rain = SearchDescriptor<Note>(try FullTextQuery("rain"))
        for match in try context.search(rain) {
            print(match.model.title)
        }
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/FullTextSearch.md")
        #expect(output.lines == page.blocks(of: "text").first)
    }

    @Test func queriesCombineWords() throws {
        for text in ["rain*", "rain -dog", "\"dug up\"", "boats OR station", "CAFE"] {
            let found = try context.search(SearchDescriptor<Note>(FullTextQuery(text)))
            print(text, found.map(\.model.title).sorted())
        }
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/FullTextSearch.md")
        #expect(output.lines == page.blocks(of: "text").dropFirst().first)
    }

    @Test func matchesAreFilteredAndShownInTheirText() throws {
        let dogs = SearchDescriptor<Note>(
            try FullTextQuery("dog"),
            filter: #Predicate { !$0.isArchived },
            limit: 10,
            snippet: SnippetStyle(start: "<b>", end: "</b>", words: 6)
        )
        for match in try context.search(dogs) {
            print(match.snippet)
        }
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/FullTextSearch.md")
        #expect(output.lines == page.blocks(of: "text").dropFirst(2).first)
    }

    @Test func stemmingFindsOtherFormsOfWords() throws {
        let smells = try FullTextQuery("smells", stemming: .english)
        print(try context.search(SearchDescriptor<Note>(smells)).map(\.model.title))
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/FullTextSearch.md")
        #expect(output.lines == page.blocks(of: "text").last)
    }

    @Test func queryWithoutWordsIsAnError() throws {
        do {
            _ = try FullTextQuery("-rain")
        } catch let error as StoreError where error.code == .searchSyntax {
            print(error.message)
        }
        #expect(output.lines.count == 1)
    }
}
