// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// A custom store that the tests run with.
enum CustomStore: CaseIterable {
    case json
    case forwarding

    func configuration(_ url: URL) -> any DataStoreConfiguration {
        switch self {
        case .json: JSONStoreConfiguration(url: url)
        case .forwarding: ForwardingConfiguration(url: url)
        }
    }

    func container(in folder: URL) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(Library.types),
            configurations: [configuration(folder.appending(path: "library"))]
        )
    }
}

@Suite struct CustomStoreTests {
    private typealias Book = Library.Book
    private typealias Author = Library.Author
    private typealias Desk = Library.Desk
    private typealias Genre = Library.Genre
    private typealias Note = Library.Note

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Values

    @Test(arguments: CustomStore.allCases)
    func attributesOfEveryKindSurviveReopening(store: CustomStore) throws {
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
        do {
            let context = ModelContext(try store.container(in: folder.url))
            let book = Book("1", title: "Emma")
            (book.pages, book.price, book.published) = (474, Decimal(string: "12.90"), date)
            (book.cover, book.format) = (Data([1, 2, 255]), .audio)
            (book.size, book.keywords) = (Library.Size(width: 3, height: 4), ["ä", "🌧"])
            book.isOpen = true
            context.insert(book)
            context.insert(Book("2"))
            try context.save()
        }
        let context = ModelContext(try store.container(in: folder.url))
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)]))
        let book = try #require(books.first)
        #expect(books.map(\.isbn) == ["1", "2"])
        #expect((book.title, book.pages) == ("Emma", 474))
        #expect(book.price == Decimal(string: "12.90"))
        #expect(book.published == date)
        #expect(book.cover == Data([1, 2, 255]))
        #expect(book.format == .audio)
        #expect(book.size == Library.Size(width: 3, height: 4))
        #expect(book.keywords == ["ä", "🌧"])
        #expect(!book.isOpen)
        #expect(books[1].price == nil && books[1].size == Library.Size())
    }

    @Test(arguments: CustomStore.allCases)
    func identifiersArePermanentAfterSaveAndEqualInOtherContexts(store: CustomStore) throws {
        let container = try store.container(in: folder.url)
        let context = ModelContext(container)
        let author = Author("Jane")
        context.insert(author)
        let temporary = author.persistentModelID
        #expect(temporary.isTemporary)
        try context.save()
        let identifier = author.persistentModelID
        #expect(!identifier.isTemporary)
        #expect(identifier.storeIdentifier == container.coordinator.stores[0].store.identifier)
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Author>()).map(\.persistentModelID) == [identifier])
        #expect(try other.fetchIdentifiers(FetchDescriptor<Author>()) == [identifier])
        #expect((other.model(for: identifier) as? Author)?.name == "Jane")
        let data = try JSONEncoder().encode(identifier)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == identifier)
        #expect((ModelContext(container).model(for: decoded) as? Author)?.name == "Jane")
    }

    // MARK: Relationships

    @Test(arguments: CustomStore.allCases)
    func relationshipsOfEveryKindSurviveReopening(store: CustomStore) throws {
        do {
            let context = ModelContext(try store.container(in: folder.url))
            let author = Author("Jane")
            author.desk = Desk(4)
            let genres = [Genre("a"), Genre("b")]
            let books = [Book("1", author: author), Book("2", author: author), Book("3")]
            for book in books { context.insert(book) }
            books[0].genres = genres
            books[1].genres = [genres[1]]
            books[0].notes = [Note("x"), Note("y")]
            try context.save()
        }
        let context = ModelContext(try store.container(in: folder.url))
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        #expect(author.books.map(\.isbn).sorted() == ["1", "2"])
        #expect(author.desk?.room == 4)
        #expect(author.desk?.author === author)
        let genres = try context.fetch(FetchDescriptor<Genre>(sortBy: [SortDescriptor(\.name)]))
        #expect(genres.map { $0.books.map(\.isbn).sorted() } == [["1"], ["1", "2"]])
        let first = try #require(author.books.first { $0.isbn == "1" })
        #expect(first.genres.map(\.name).sorted() == ["a", "b"])
        #expect(first.notes?.map(\.text).sorted() == ["x", "y"])
        let third = try context.fetch(
            FetchDescriptor<Book>(predicate: #Predicate { $0.author == nil })
        )
        #expect(third.map(\.isbn) == ["3"])
    }

    @Test(arguments: CustomStore.allCases)
    func changesOfOneEndReachTheOther(store: CustomStore) throws {
        let container = try store.container(in: folder.url)
        let context = ModelContext(container)
        let authors = [Author("Jane"), Author("John")]
        let book = Book("1", author: authors[0])
        let genre = Genre("a")
        context.insert(book)
        context.insert(authors[1])
        book.genres = [genre]
        try context.save()
        book.author = authors[1]
        book.genres = []
        try context.save()
        let other = ModelContext(container)
        let found = try other.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
        #expect(found.map { $0.books.map(\.isbn) } == [[], ["1"]])
        #expect(try other.fetch(FetchDescriptor<Genre>()).map(\.books.count) == [0])
        other.delete(found[1])
        try other.save()
        context.processPendingChanges()
        #expect(book.author == nil)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Book>()).map(\.author) == [nil])
    }

    @Test(arguments: CustomStore.allCases)
    func deletionsCascade(store: CustomStore) throws {
        let container = try store.container(in: folder.url)
        let context = ModelContext(container)
        let book = Book("1")
        context.insert(book)
        book.notes = [Note("x"), Note("y")]
        book.genres = [Genre("a")]
        try context.save()
        let other = ModelContext(container)
        try other.delete(model: Book.self)
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Note>()) == 0)
        #expect(try other.fetch(FetchDescriptor<Genre>()).map(\.books.count) == [0])
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    // MARK: Queries

    @Test(arguments: CustomStore.allCases)
    func queriesIncludeUnsavedChanges(store: CustomStore) throws {
        let context = ModelContext(try store.container(in: folder.url))
        let author = Author("Jane")
        for number in 0..<6 {
            let book = Book("\(number)", author: number.isMultiple(of: 2) ? author : nil)
            book.pages = number * 100
            context.insert(book)
        }
        try context.save()
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)]))
        books[1].pages = 900
        books[5].pages = 0
        context.delete(books[4])
        context.insert(Book("new", author: author))
        let long = #Predicate<Book> { $0.pages >= 300 }
        let descriptor = FetchDescriptor(predicate: long, sortBy: [SortDescriptor(\.isbn)])
        #expect(try context.fetch(descriptor).map(\.isbn) == ["1", "3"])
        #expect(try context.fetchCount(descriptor) == 2)
        var saved = descriptor
        saved.includePendingChanges = false
        #expect(try context.fetchCount(saved) == 3)
        let janes = #Predicate<Book> { $0.author?.name == "Joan" }
        author.name = "Joan"
        #expect(
            try context.fetch(FetchDescriptor(predicate: janes, sortBy: [SortDescriptor(\.isbn)]))
                .map(\.isbn) == ["0", "2", "new"]
        )
        var page = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn, order: .reverse)])
        (page.fetchOffset, page.fetchLimit) = (1, 2)
        #expect(try context.fetch(page).map(\.isbn) == ["5", "3"])
        context.rollback()
        #expect(try context.fetch(page).map(\.isbn) == ["4", "3"])
    }

    @Test(arguments: CustomStore.allCases)
    func newModelsWithStoredUniqueValuesUpdateTheirRows(store: CustomStore) throws {
        let container = try store.container(in: folder.url)
        let context = ModelContext(container)
        let first = Book("1", title: "Emma")
        context.insert(first)
        try context.save()
        let other = ModelContext(container)
        other.insert(Book("1", title: "Persuasion"))
        other.insert(Book("2"))
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 2)
        context.processPendingChanges()
        #expect(first.title == "Persuasion")
        let second = try #require(
            try other.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.isbn == "2" })).first
        )
        second.isbn = "1"
        let error = #expect(throws: StoreError.self) { try other.save() }
        #expect(error?.code == .notUnique)
        other.rollback()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 2)
    }

    @Test(arguments: CustomStore.allCases)
    func erasedStoresAreEmpty(store: CustomStore) throws {
        let container = try store.container(in: folder.url)
        let context = ModelContext(container)
        context.insert(Book("1", author: Author("Jane")))
        try context.save()
        try container.erase()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
    }

    @Test func rowOfAUniqueValueIsLookedUpOnce() throws {
        let configuration = ForwardingConfiguration(url: folder.url.appending(path: "library"))
        let container = try ModelContainer(
            for: Schema(Library.types),
            configurations: [configuration]
        )
        /// Saves books and returns the number of fetches that it takes.
        func save(_ isbns: String) throws -> Int {
            configuration.log.requests = []
            let context = ModelContext(container)
            for isbn in isbns { context.insert(Book(String(isbn))) }
            try context.save()
            return configuration.log.requests.filter { $0 == "fetch Book" }.count
        }
        _ = try save("abcde")
        // The store is also asked whether another row has the value.
        #expect(try save("abcde") - save("ab") == 2 * 3)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 5)
    }

    @Test func requestsAreForwardedWithTheirDescriptors() throws {
        let configuration = ForwardingConfiguration(url: folder.url.appending(path: "library"))
        let log = configuration.log
        do {
            let container = try ModelContainer(
                for: Book.self,
                Author.self,
                Desk.self,
                Genre.self,
                Note.self,
                configurations: configuration
            )
            let context = ModelContext(container)
            context.author = "Ada"
            context.insert(Genre("b"))
            context.insert(Genre("a"))
            try context.save()
            #expect(log.authors == ["Ada"])
            let descriptor = FetchDescriptor<Genre>(
                predicate: #Predicate { $0.name == "a" },
                sortBy: [SortDescriptor(\.name)]
            )
            log.requests = []
            #expect(try context.fetch(descriptor).map(\.name) == ["a"])
            #expect(try context.fetchCount(descriptor) == 1)
            #expect(try context.fetchIdentifiers(descriptor).count == 1)
            #expect(log.requests == ["fetch Genre", "count Genre", "identifiers Genre"])
            let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            #expect(history.map(\.author) == ["Ada"])
            #expect(history.map(\.changes.count) == [2])
            log.requests = []
        }
        #expect(log.requests == ["invalidate"])
    }

    @Test(arguments: CustomStore.allCases)
    func countHasTheLimitsOfTheFetch(store: CustomStore) throws {
        let context = ModelContext(try store.container(in: folder.url))
        for number in 0..<5 { context.insert(Book("\(number)")) }
        try context.save()
        var page = FetchDescriptor<Book>()
        for (offset, limit) in [(nil, 2), (2, 2), (4, 2), (7, 2), (nil, 9), (3, nil)] {
            (page.fetchOffset, page.fetchLimit) = (offset, limit)
            let expected = max(0, min(5 - (offset ?? 0), limit ?? 5))
            #expect(try context.fetchCount(page) == expected)
            #expect(try context.fetch(page).count == expected)
            #expect(try context.fetchIdentifiers(page).count == expected)
        }
    }
}
