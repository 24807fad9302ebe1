// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData
import Testing

/// The code of the article *Live results*.
struct LiveResultsExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Book {
        var title: String
        var year: Int
        var genre: String

        init(title: String, year: Int, genre: String) {
            self.title = title
            self.year = year
            self.genre = genre
        }
    }

    @Observable @MainActor
    final class Shelf {
        private let observer: ResultsObserver<Book, Never>
        private(set) var titles: [String] = []

        init(_ container: ModelContainer) throws {
            observer = try ResultsObserver(
                sortBy: [SortDescriptor(\.title)],
                modelContext: container.mainContext
            )
            track()
        }

        private func track() {
            withObservationTracking {
                titles = observer.results.map(\.title)
            } onChange: { [weak self] in
                Task { await self?.track() }
            }
        }
    }

    final class Catalog {
        let modelContext: ModelContext
        @Query(filter: #Predicate<Book> { $0.genre == "novel" }, sort: \.title)
        var novels: [Book]
        @Query(sort: \Book.title) var matches: [Book]
        @Query(sort: \Book.title, sectionBy: \.genre)
        var byGenre: SectionedResults<Book, String>

        init(search: String, modelContext: ModelContext) {
            self.modelContext = modelContext
            _matches = Query(filter: #Predicate { $0.title.contains(search) }, sort: \.year)
        }
    }

    private let container: ModelContainer
    private let context: ModelContext
    private let printed: [[String]]

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        container = try ModelContainer(for: Book.self, configurations: memory)
        context = ModelContext(container)
        context.insert(Book(title: "Persuasion", year: 1817, genre: "novel"))
        context.insert(Book(title: "Poems", year: 1817, genre: "poetry"))
        context.insert(Book(title: "Middlemarch", year: 1871, genre: "novel"))
        try context.save()
        printed = try DocumentationPage("Sources/SwiftData/SwiftData.docc/LiveResults.md")
            .blocks(of: "text")
        #expect(printed.count == 5)
    }

    @Test func resultsFollowTheContext() throws {
        let observer = try ResultsObserver<Book, Never>(
            filterBy: #Predicate { $0.year < 1850 },
            sortBy: [SortDescriptor(\.title)],
            modelContext: context
        )
        print(observer.results.map(\.title))

        let emma = Book(title: "Emma", year: 1815, genre: "novel")
        context.insert(emma)
        print(observer.results.map(\.title))

        emma.year = 1915
        print(observer.results.map(\.title))
        #expect(output.lines == printed.first)
    }

    @Test func resultsHaveSections() throws {
        let observer = try ResultsObserver<Book, String>(
            sortBy: [SortDescriptor(\.title)],
            sectionBy: \.genre,
            modelContext: context
        )
        if let sections = observer.sections {
            for section in sections { print(section.title, section.map(\.title)) }
        }
        if let last = observer.results.last, let path = observer.indexPath(for: last) {
            print(path[0], path[1])
        }
        #expect(output.lines == printed.dropFirst().first)
    }

    @MainActor @Test func changesAreTracked() async throws {
        let shelf = try Shelf(container)
        #expect(shelf.titles == ["Middlemarch", "Persuasion", "Poems"])
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = shelf.titles
            } onChange: {
                continuation.resume()
            }
            container.mainContext.insert(Book(title: "Emma", year: 1815, genre: "novel"))
        }
        #expect(shelf.titles == ["Emma", "Middlemarch", "Persuasion", "Poems"])
    }

    @Test func propertiesAreQueries() throws {
        let catalog = Catalog(search: "Po", modelContext: context)
        print(catalog.novels.map(\.title), catalog.matches.map(\.title))
        print(catalog.byGenre.sectionTitles)
        #expect(output.lines == printed.dropFirst(2).first)
    }

    @Test func differencesAreReceived() async throws {
        let differences = ResultsDifferences<Book>(
            of: FetchDescriptor(sortBy: [SortDescriptor(\.title)]),
            modelContainer: container
        )
        for try await difference in differences {
            for insertion in difference.insertions {
                let book = context.model(for: insertion.identifier) as? Book
                print("insert", book?.title ?? "", "at", insertion.indexPath[1])
            }
            if difference.identifiers.count == 4 { break }
            context.insert(Book(title: "Emma", year: 1815, genre: "novel"))
            try context.save()
        }
        #expect(output.lines == printed.dropFirst(3).first)
    }

    @Test func transactionsAreCounted() throws {
        let observer = try HistoryObserver(authors: ["import"], modelContainer: container)
        context.author = "import"
        context.insert(Book(title: "Emma", year: 1815, genre: "novel"))
        try context.save()
        print(observer.eventCounter)
        #expect(output.lines == printed.dropFirst(4).first)
    }
}
