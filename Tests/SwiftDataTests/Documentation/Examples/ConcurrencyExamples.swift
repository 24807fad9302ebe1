// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Concurrency*.
struct ConcurrencyExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Book {
        var title: String

        init(title: String) {
            self.title = title
        }
    }

    @ModelActor
    actor Catalog {
        func add(_ title: String) throws -> PersistentIdentifier {
            let book = Book(title: title)
            modelContext.insert(book)
            try modelContext.save()
            return book.persistentModelID
        }

        func rename(_ id: PersistentIdentifier, to title: String) throws -> Bool {
            guard let book = self[id, as: Book.self] else { return false }
            book.title = title
            try modelContext.save()
            return true
        }
    }

    private let container: ModelContainer

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        container = try ModelContainer(for: Book.self, configurations: memory)
    }

    @Test func actorWritesAndAnotherContextReads() async throws {
        let catalog = Catalog(modelContainer: container)
        let id = try await catalog.add("Emma")

        let context = ModelContext(container)
        let emma = context.model(for: id) as? Book
        print(emma?.title ?? "missing")
        let isRenamed = try await catalog.rename(id, to: "Emma, a novel")
        context.processPendingChanges()
        print(isRenamed, emma?.title ?? "missing")
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/Concurrency.md")
        #expect(output.lines == page.blocks(of: "text").first)
    }

    @Test func snapshotsKeepTheirValues() async throws {
        let context = ModelContext(container)
        let book = Book(title: "Emma")
        context.insert(book)

        let snapshot = try book.snapshot()
        book.title = "Emma, a novel"
        let length = await Task.detached { snapshot.title.count }.value
        #expect(length == 4)
        #expect(try snapshot != book.snapshot())
    }

    @MainActor @Test func mainContextSavesByItself() async throws {
        let context = container.mainContext
        context.insert(Book(title: "Persuasion"))
        while context.hasChanges { await Task.yield() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func storeIsKeptForOneProcess() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        var configuration = ModelConfiguration(url: url)
        configuration.sharing = .exclusive
        let container = try ModelContainer(for: Book.self, configurations: configuration)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test func observersAreNotified() throws {
        let context = ModelContext(container)
        let book = Book(title: "Emma")
        context.insert(book)

        withObservationTracking {
            print(book.title)
        } onChange: {
            print("the title is about to change")
        }
        book.title = "Emma, a novel"
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/Concurrency.md")
        #expect(output.lines == page.blocks(of: "text").dropFirst().first)
    }

    @Test func savesAreNotified() throws {
        let context = ModelContext(container)
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
            let identifiers = notification.userInfo?[key] as? [PersistentIdentifier] ?? []
            print("inserted:", identifiers.count)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Book(title: "Emma"))
        try context.save()
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/Concurrency.md")
        #expect(output.lines == page.blocks(of: "text").last)
    }
}
