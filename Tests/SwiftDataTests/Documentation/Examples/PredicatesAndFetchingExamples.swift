// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Predicates and fetching*.
struct PredicatesAndFetchingExamples: PrintingExample {
    let output = PrintedLines()

    enum Genre: String, Codable {
        case novel, poetry, travel
    }

    struct Edition: Codable {
        var year: Int
        var isIllustrated: Bool
    }

    protocol Titled {
        var title: String { get }
    }

    @Model
    final class Author {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Book: Titled {
        var title: String
        var year: Int
        var genre: Genre
        var rating: Double?
        var keywords: [String] = []
        var ranks: [String: Int] = [:]
        var editions: [Edition] = []
        var author: Author?
        var decade: Int { year / 10 * 10 }

        init(title: String, year: Int, genre: Genre = .novel, rating: Double? = nil) {
            self.title = title
            self.year = year
            self.genre = genre
            self.rating = rating
        }
    }

    private let context: ModelContext

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: Author.self, configurations: memory))
        let (austen, keats) = (Author(name: "Jane Austen"), Author(name: "John Keats"))
        context.insert(austen)
        context.insert(keats)
        austen.books = [
            Book(title: "Emma", year: 1815, rating: 4.5),
            Book(title: "Persuasion", year: 1817, rating: 5),
            Book(title: "Sense and Sensibility", year: 1811),
        ]
        austen.books[0].keywords = ["comedy", "courtship"]
        austen.books[1].keywords = ["courtship"]
        austen.books[1].ranks = ["romance": 3]
        austen.books[2].editions = [
            Edition(year: 1811, isIllustrated: false),
            Edition(year: 1833, isIllustrated: true),
        ]
        keats.books = [
            Book(title: "Endymion", year: 1818, genre: .poetry, rating: 3),
            Book(title: "Lamia", year: 1820, genre: .poetry),
        ]
        context.insert(Book(title: "A Tour in Süd-Tirol", year: 1819, genre: .travel))
        try context.save()
    }

    private func titles(_ predicate: Predicate<Book>) throws -> [String] {
        let byYear = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.year)])
        return try context.fetch(byYear).map(\.title)
    }

    @Test func attributesAreCompared() throws {
        let recent = #Predicate<Book> { $0.year >= 1815 && $0.year < 1819 }
        let unrated = #Predicate<Book> { $0.rating == nil }
        let good = #Predicate<Book> { ($0.rating ?? 0) > 4 }
        #expect(try titles(recent) == ["Emma", "Persuasion", "Endymion"])
        #expect(try titles(unrated).count == 3)
        #expect(try titles(good) == ["Emma", "Persuasion"])
    }

    @Test func textIsSearched() throws {
        let exact = #Predicate<Book> { $0.title.contains("Süd") }
        let start = #Predicate<Book> { $0.title.starts(with: "Sense") }
        let loose = #Predicate<Book> { $0.title.localizedStandardContains("sud-tirol") }
        #expect(try titles(exact) == ["A Tour in Süd-Tirol"])
        #expect(try titles(start) == ["Sense and Sensibility"])
        #expect(try titles(loose) == ["A Tour in Süd-Tirol"])
    }

    @Test func casesAreNamed() throws {
        let poetry = #Predicate<Book> { $0.genre == .poetry }
        let literary = #Predicate<Book> { [.novel, .poetry].contains($0.genre) }
        #expect(try titles(poetry) == ["Endymion", "Lamia"])
        #expect(try titles(literary).count == 5)
    }

    @Test func valuesAreCaptured() throws {
        let first = try #require(
            try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.year == 1815 }))
                .first
        )
        let years = [1811, 1820]
        let listed = #Predicate<Book> { years.contains($0.year) }
        let either = #Predicate<Book> { $0.genre == .travel || years.contains($0.year) }
        let later = #Predicate<Book> {
            $0.year > first.year && $0.author?.name == first.author?.name
        }
        #expect(try titles(listed) == ["Sense and Sensibility", "Lamia"])
        #expect(try titles(either).count == 3)
        #expect(try titles(later) == ["Persuasion"])
    }

    @Test func relationshipsAreFollowed() throws {
        let byAusten = #Predicate<Book> { $0.author?.name == "Jane Austen" }
        let anonymous = #Predicate<Book> { $0.author == nil }
        let poets = #Predicate<Author> { author in
            author.books.contains { $0.year == 1818 }
        }
        let prolific = #Predicate<Author> { author in
            author.books.filter { $0.year < 1818 }.count > 2
        }
        #expect(try titles(byAusten).count == 3)
        #expect(try titles(anonymous) == ["A Tour in Süd-Tirol"])
        #expect(try context.fetch(FetchDescriptor(predicate: poets)).map(\.name) == ["John Keats"])
        #expect(try context.fetchCount(FetchDescriptor(predicate: prolific)) == 1)
    }

    @Test func collectionsAreSearched() throws {
        let comedies = #Predicate<Book> { $0.keywords.contains("comedy") }
        let unsorted = #Predicate<Book> { $0.keywords.isEmpty }
        let many = #Predicate<Book> { book in
            book.keywords.filter { $0.starts(with: "co") }.count > 1
        }
        let ranked = #Predicate<Book> { $0.ranks["romance", default: 100] < 10 }
        let listed = #Predicate<Book> { $0.ranks.keys.contains("travel") }
        let illustrated = #Predicate<Book> { book in
            book.editions.contains { $0.isIllustrated && $0.year > 1830 }
        }
        #expect(try titles(comedies) == ["Emma"])
        #expect(try titles(unsorted).count == 4)
        #expect(try titles(many) == ["Emma"])
        #expect(try titles(ranked) == ["Persuasion"])
        #expect(try titles(listed) == [])
        #expect(try titles(illustrated) == ["Sense and Sensibility"])
    }

    @Test func relationshipsOfRelatedModelsAreFollowed() throws {
        let paired = #Predicate<Book> {
            $0.author?.books.contains(where: { $0.year == 1818 }) ?? false
        }
        let single = #Predicate<Book> { $0.author?.books.count ?? 0 < 2 }
        #expect(try titles(paired) == ["Endymion", "Lamia"])
        #expect(try titles(single) == ["A Tour in Süd-Tirol"])
    }

    @Test func predicatesAreCombined() throws {
        let good = #Predicate<Book> { ($0.rating ?? 0) > 4 }
        let goodNovels = #Predicate<Book> { good.evaluate($0) && $0.genre == .novel }
        let authors = #Predicate<Author> { $0.books.contains { good.evaluate($0) } }
        #expect(try titles(goodNovels) == ["Emma", "Persuasion"])
        #expect(
            try context.fetch(FetchDescriptor(predicate: authors)).map(\.name) == ["Jane Austen"]
        )
    }

    @Test func genericPredicatesFindModels() throws {
        func titled<M: PersistentModel & Titled>(_ title: String) -> Predicate<M> {
            #Predicate { $0.title == title }
        }
        #expect(try titles(titled("Emma")) == ["Emma"])
    }

    @Test func substitutesForUnsupportedFunctionsFindModels() throws {
        #expect(
            try titles(#Predicate { $0.title.caseInsensitiveCompare("emma") == .orderedSame })
                == ["Emma"]
        )
    }

    @Test func modelsAreFoundByIdentifier() throws {
        let keats = #Predicate<Author> { $0.name == "John Keats" }
        let author = try #require(try context.fetch(FetchDescriptor(predicate: keats)).first)

        let id = author.persistentModelID
        let books = #Predicate<Book> { $0.author?.persistentModelID == id }
        #expect(try titles(books) == ["Endymion", "Lamia"])
    }

    @Test func predicateWithoutTranslationIsAnError() throws {
        let thirties = #Predicate<Book> { $0.decade == 1830 }
        do {
            _ = try context.fetch(FetchDescriptor(predicate: thirties))
        } catch let error as SwiftDataError where error == .unsupportedPredicate {
            print("no translation")
        }
        let page = try DocumentationPage(Self.page)
        #expect(output.lines == page.blocks(of: "text").first)
    }

    private static let page = "Sources/SwiftData/SwiftData.docc/PredicatesAndFetching.md"

    @Test func descriptorsAreValidated() throws {
        let good = #Predicate<Book> { ($0.rating ?? 0) > 4 }
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Author.self, configurations: memory)
        try container.validate(good)
        try container.validate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.author?.name)]))
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try container.validate(#Predicate<Book> { $0.decade == 1830 })
        }
    }

    @Test func resultsAreSortedAndLimited() throws {
        var newest = FetchDescriptor<Book>(
            sortBy: [
                SortDescriptor(\.author?.name),
                SortDescriptor(\.year, order: .reverse),
            ]
        )
        newest.fetchLimit = 3
        newest.fetchOffset = 1
        for book in try context.fetch(newest) {
            print(book.author?.name ?? "-", book.title)
        }
        let page = try DocumentationPage(Self.page)
        #expect(output.lines == page.blocks(of: "text").dropFirst().first)
    }

    @Test func textIsSortedByLanguageOrByCharacter() throws {
        let natural = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        let bytes = FetchDescriptor<Book>(
            sortBy: [SortDescriptor(\.title, comparator: .lexical)]
        )
        #expect(try context.fetch(natural).first?.title == "A Tour in Süd-Tirol")
        #expect(try context.fetch(bytes).count == 6)

        let comparator: ModelStringComparator = .localizedStandard
        let backward = FetchDescriptor<Book>(
            sortBy: [SortDescriptor(\.title, comparator: comparator, order: .reverse)]
        )
        #expect(try context.fetch(backward).first?.title == "Sense and Sensibility")
    }

    @Test func onlyWhatIsNeededIsLoaded() throws {
        let all = FetchDescriptor<Book>()
        let count = try context.fetchCount(all)
        let identifiers = try context.fetchIdentifiers(all)
        #expect(identifiers.count == count)

        var overview = FetchDescriptor<Author>()
        overview.propertiesToFetch = [\.name]
        overview.relationshipKeyPathsForPrefetching = [\.books]
        for author in try context.fetch(overview) {
            print(author.name, author.books.count)
        }
        let page = try DocumentationPage(Self.page)
        #expect(output.lines == page.blocks(of: "text").dropFirst(2).first)
    }

    @Test func manyModelsAreVisitedInBatches() throws {
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 500) { book in
            book.rating = book.rating ?? 0
        }
        try context.save()

        var saved = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.year)])
        saved.includePendingChanges = false
        let books = try context.fetch(saved, batchSize: 100)
        #expect(books.count == 6)
        #expect(books.first?.rating == 0)
    }
}
