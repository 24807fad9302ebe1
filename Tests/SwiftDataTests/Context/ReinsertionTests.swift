// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Insertion of deleted models.
@Suite struct ReinsertionTests {
    @Model final class Shelf {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
        var owner: Reader?
        init(_ name: String) { self.name = name }
    }

    @Model final class Book {
        var title: String
        var shelf: Shelf?
        @Relationship(inverse: \Reader.books) var readers: [Reader] = []
        init(_ title: String) { self.title = title }
    }

    @Model final class Reader {
        var name: String
        var books: [Book] = []
        @Relationship(inverse: \Shelf.owner) var shelves: [Shelf] = []
        init(_ name: String) { self.name = name }
    }

    let container: ModelContainer
    let context: ModelContext
    /// A context that reads the saved state.
    let fresh: ModelContext
    let shelf = Shelf("oak")
    let book = Book("Moby")
    let reader = Reader("Ann")

    init() throws {
        container = try ModelContainer(
            for: Shelf.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        fresh = ModelContext(container)
        context.insert(shelf)
        shelf.books = [book]
        shelf.owner = reader
        book.readers = [reader]
        try context.save()
    }

    private func stored() throws -> Shelf? {
        try fresh.fetch(FetchDescriptor<Shelf>()).first
    }

    @Test func reinsertingKeepsEdits() throws {
        shelf.name = "pine"
        context.delete(shelf)
        context.insert(shelf)
        #expect(shelf.hasChanges)
        try context.save()
        #expect(try stored()?.name == "pine")
    }

    @Test func reinsertingRevertsDeleteRules() throws {
        context.delete(shelf)
        #expect(book.isDeleted)
        #expect(reader.shelves.isEmpty)
        context.insert(shelf)
        #expect(!book.isDeleted)
        #expect(book.shelf === shelf)
        #expect(shelf.books.map(\.title) == ["Moby"])
        #expect(reader.shelves.map(\.name) == ["oak"])
        #expect(reader.books.map(\.title) == ["Moby"])
        try context.save()
        let stored = try #require(try stored())
        #expect(stored.books.map(\.title) == ["Moby"])
        #expect(stored.owner?.name == "Ann")
        #expect(stored.books.first?.readers.map(\.name) == ["Ann"])
    }

    @Test func reinsertingRestoresUnsavedLinksAndChildren() throws {
        let (second, child) = (Reader("Bob"), Book("Emma"))
        context.insert(second)
        book.readers.append(second)
        shelf.books.append(child)
        context.delete(shelf)
        #expect(child.modelContext == nil)
        context.insert(shelf)
        try context.save()
        let books = try #require(try stored()).books.sorted { $0.title < $1.title }
        #expect(books.map(\.title) == ["Emma", "Moby"])
        #expect(books.last?.readers.map(\.name).sorted() == ["Ann", "Bob"])
    }

    @Test func reinsertingKeepsSeparateDeletions() throws {
        context.delete(book)
        context.delete(shelf)
        context.insert(shelf)
        #expect(book.isDeleted)
        try context.save()
        #expect(try stored()?.books.isEmpty == true)
    }

    @Test func reinsertingAfterSavedDeletionCreatesNewModel() throws {
        context.delete(reader)
        try context.save()
        let old = reader.persistentModelID
        context.insert(reader)
        #expect(context.hasChanges)
        try context.save()
        #expect(reader.persistentModelID != old)
        let readers = try ModelContext(container).fetch(FetchDescriptor<Reader>())
        #expect(readers.map(\.name) == ["Ann"])
    }
}
