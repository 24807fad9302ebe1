// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the documentation comments in Sources/SwiftData.
struct ReferenceExamples {
    @Model
    final class Author {
        @Attribute(.unique) var name: String
        var born: Int?
        var books: [Book] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Book {
        #Unique<Book>([\.publisher, \.number])
        #Index<Book>([\.year], [\.publisher, \.title])

        @Attribute(.unique, .preserveValueOnDeletion) var isbn: String
        @Attribute(.spotlight) var title: String
        @Attribute(originalName: "synopsis") var summary: String?
        var year: Int
        var publisher: String
        var number: Int
        @Transient var isSelected = false
        @Relationship(inverse: \Author.books) var author: Author?
        @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []

        init(isbn: String, title: String, year: Int, publisher: String = "", number: Int) {
            self.isbn = isbn
            self.title = title
            self.year = year
            self.publisher = publisher
            self.number = number
        }
    }

    @Model
    final class Chapter {
        #Index<Chapter>(.binary([\.heading]))

        var heading: String
        var book: Book?

        init(heading: String) {
            self.heading = heading
        }
    }

    struct Color {
        let red, green, blue: UInt8
    }

    final class ColorTransformer: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? Color).map { Data([$0.red, $0.green, $0.blue]) }
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            guard let data = value as? Data, data.count == 3 else { return nil }
            return Color(red: data[0], green: data[1], blue: data[2])
        }
    }

    @ModelActor
    actor Importer {
        func add(_ names: [String]) throws {
            for name in names { modelContext.insert(Author(name: name)) }
            try modelContext.save()
        }
    }

    final class Library {
        let modelContext: ModelContext
        @Query(sort: \Book.title) var books: [Book]

        init(modelContext: ModelContext) {
            self.modelContext = modelContext
        }
    }

    final class Shelf {
        let modelContext: ModelContext
        @Query var books: [Book]

        init(publisher: String, modelContext: ModelContext) {
            self.modelContext = modelContext
            _books = Query(filter: #Predicate { $0.publisher == publisher }, sort: \.title)
        }
    }

    enum LibraryV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }

        @Model
        final class Book {
            var title: String
            var isbn: String?

            init(title: String) {
                self.title = title
            }
        }
    }

    enum LibraryV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }

        @Model
        final class Book {
            var title: String
            var isbn: String

            init(title: String, isbn: String) {
                self.title = title
                self.isbn = isbn
            }
        }
    }

    enum LibraryPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
        static var stages: [MigrationStage] { [addNumbers] }

        static let addNumbers = MigrationStage.custom(
            fromVersion: LibraryV1.self,
            toVersion: LibraryV2.self,
            willMigrate: { context in
                let books = try context.fetch(FetchDescriptor<LibraryV1.Book>())
                for book in books where book.isbn == nil { book.isbn = "unknown" }
                try context.save()
            },
            didMigrate: nil
        )
    }

    private let context: ModelContext

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: Author.self, configurations: memory))
        let emma = Book(isbn: "0-19", title: "Emma", year: 1815, number: 1)
        emma.author = Author(name: "Jane Austen")
        emma.chapters = [Chapter(heading: "I")]
        context.insert(emma)
        try context.save()
    }

    @Test func containersOpenStores() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url

        let container = try ModelContainer(
            for: Author.self,
            Book.self,
            configurations: ModelConfiguration(url: folder.appending(path: "library.store"))
        )
        #expect(container.schema.entities.count == 3)
    }

    @Test func configurationsSplitModels() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url

        var store = ModelConfiguration(url: folder.appending(path: "library.store"))
        store.uniqueCollision = .reject
        let preview = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(store.id != preview.id)
    }

    @Test func contextsInsertChangeAndDelete() throws {
        let container = context.container

        let context = ModelContext(container)
        let author = Author(name: "John Keats")
        context.insert(author)
        try context.save()

        author.born = 1795
        context.delete(author)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test func undoManagersUndoChanges() throws {
        let output = PrintedLines()
        func print(_ text: String) { output.append(text) }
        let author = Author(name: "John Keats")
        context.insert(author)
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        author.born = 1795
        manager.setActionName("Set Year of Birth")
        print(manager.undoMenuItemTitle)
        manager.undo()
        #expect(output.lines == ["Undo Set Year of Birth"])
        #expect(author.born == nil)
    }

    @Test func descriptorsFilterSortAndLimit() throws {
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { $0.year < 1820 && $0.author?.name == "Jane Austen" },
            sortBy: [SortDescriptor(\.year), SortDescriptor(\.title)]
        )
        descriptor.fetchLimit = 20
        descriptor.relationshipKeyPathsForPrefetching = [\.author]
        let books = try context.fetch(descriptor)
        #expect(books.map(\.title) == ["Emma"])
    }

    @Test func resultsAreObserved() throws {
        let output = PrintedLines()
        func print(_ text: String) { output.append(text) }
        let observer = try ResultsObserver(
            filterBy: #Predicate<Book> { $0.year < 1820 },
            sortBy: [SortDescriptor(\.title)],
            modelContext: context
        )
        for book in observer.results { print(book.title) }
        #expect(output.lines == ["Emma"])
        #expect(Library(modelContext: context).books.map(\.title) == ["Emma"])
        #expect(Shelf(publisher: "", modelContext: context).books.map(\.title) == ["Emma"])
    }

    @Test func differencesAreSequences() async throws {
        let output = PrintedLines()
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }
        let container = context.container
        let differences = ResultsDifferences(
            of: FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]),
            modelContainer: container
        )
        for try await difference in differences {
            print(difference.insertions.count, "of", difference.identifiers.count)
            break
        }
        #expect(output.lines == ["1 of 1"])
    }

    @Test func historyIsObserved() throws {
        let output = PrintedLines()
        func print(_ count: Int) { output.append("\(count)") }
        let container = context.container
        let observer = try HistoryObserver(
            observedModels: [Book.self],
            authors: ["import"],
            modelContainer: container
        )
        print(observer.eventCounter)
        #expect(output.lines == ["0"])
    }

    @Test func predicatesEvaluatePredicates() throws {
        let limits = (first: 1820, last: 1830)
        let author = Author(name: "Jane Austen")
        let early = #Predicate<Book> { $0.year < limits.first && $0.author?.name == author.name }
        let long = #Predicate<Book> { early.evaluate($0) && $0.chapters.count > 20 }
        #expect(try context.fetch(FetchDescriptor(predicate: early)).map(\.title) == ["Emma"])
        #expect(try context.fetchCount(FetchDescriptor(predicate: long)) == 0)
    }

    @Test func aggregatesAreComputed() throws {
        let output = PrintedLines()
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }
        let totals = AggregateDescriptor(
            of: Book.self,
            .count,
            .sum(\.number),
            .max(\.title),
            predicate: #Predicate { $0.year < 1820 }
        )
        let (count, sum, last) = try context.fetchAggregate(totals)
        #expect(count == 1 && sum == 1 && last == "Emma")

        var byYear = AggregateDescriptor(of: Book.self, .count).grouped(by: \.publisher, \.year)
        byYear.sortBy = [.by(.count, order: .reverse)]
        byYear.fetchLimit = 10
        for group in try context.fetchGroups(byYear) {
            let (publisher, year) = group.key
            print(publisher, year, group.value)
        }
        #expect(output.lines == [" 1815 1"])
    }

    @Test func fetchesAreExplained() throws {
        let output = PrintedLines()
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }
        let plan = try context.explain(
            FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Emma" })
        )
        for access in plan.accesses where access.isFullScan {
            print("every row of", access.table, "is read")
        }
        #expect(output.lines == ["every row of Book is read"])
    }

    @Test func descriptorsAreValidated() throws {
        let container = context.container
        try container.validate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.author?.name)]))
        try container.validate(#Predicate<Book> { $0.year < 1820 })
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func searchesRankMatches() throws {
        let descriptor = SearchDescriptor<Book>(
            try FullTextQuery("emm* -persuasion"),
            filter: #Predicate { $0.year < 1820 },
            limit: 20
        )
        let titles = try context.search(descriptor).map(\.model.title)
        #expect(titles == ["Emma"])
    }

    @Test func historyIsReadFromAToken() throws {
        let token = try #require(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
        )
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        context.delete(book)
        try context.save()

        let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.token > token }
        )
        let transactions = try context.fetchHistory(descriptor)

        var isbn: String?
        for case .delete(let change as DefaultHistoryDelete<Book>) in transactions[0].changes {
            isbn = change.tombstone[\.isbn] as? String
        }
        #expect(isbn == "0-19")
    }

    @Test func stagesPrepareAStore() throws {
        let folder = try TemporaryFolder()
        try folder.using(LibraryV1.self) { context in
            context.insert(LibraryV1.Book(title: "Emma"))
            try context.save()
        }
        let context = try folder.open(LibraryV2.self, plan: LibraryPlan.self)
        #expect(try context.fetch(FetchDescriptor<LibraryV2.Book>()).map(\.isbn) == ["unknown"])
    }

    @Test func migrationsArePreviewed() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        try folder.using(LibraryV1.self) { #expect(!$0.hasChanges) }
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: LibraryV2.self),
            migrationPlan: LibraryPlan.self,
            url: url
        )
        let tables = preview.stages.flatMap(\.tables)
        let isLong = tables.contains { $0.rowCount > 1_000_000 }
        #expect(tables.count == 1 && !isLong)
    }

    @Test func plansAreRehearsed() throws {
        let rehearsal = try MigrationRehearsal(of: LibraryPlan.self, from: LibraryV1.self) {
            $0.insert(LibraryV1.Book(title: "Emma"))
        }
        try rehearsal.migrate(to: LibraryV2.self) { context in
            let books = try context.fetch(FetchDescriptor<LibraryV2.Book>())
            #expect(books.map(\.isbn) == ["unknown"])
        }
    }

    @Test func actorsWriteInTheirOwnContext() async throws {
        let container = context.container

        let importer = Importer(modelContainer: container)
        try await importer.add(["John Keats", "Mary Shelley"])
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 3)
    }

    @Test func valuesThatCannotBeReadAreErrors() throws {
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)

        let name = try context.value(of: \.name, in: author)
        #expect(name == author.name)
    }

    @Test func snapshotsArePassedToOtherDomains() async throws {
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        let snapshot = try book.snapshot()
        let title = await Task.detached { snapshot.title }.value
        #expect(title == book.title)
    }

    @Test func errorsAreToldApartByTheirKind() throws {
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        var message = ""
        author.name = "Anne Brontë"
        context.insert(Book(isbn: "0-20", title: "Agnes Grey", year: 1847, number: 2))

        do {
            try context.save()
        } catch let error as StoreError where error.code == .full {
            message = error.message
        } catch SwiftDataError.modelValidationFailure {
            context.rollback()
        }
        #expect(message.isEmpty && !context.hasChanges)
    }
}
