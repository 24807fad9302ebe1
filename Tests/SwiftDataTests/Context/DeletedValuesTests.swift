// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The values that models keep after the deletion of their rows.
@Suite struct DeletedValuesTests {
    @Model final class Shelf {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Book {
        var title: String
        var shelf: Shelf?
        init(_ title: String) { self.title = title }
    }

    @Model final class Note {
        var text: String
        init(_ text: String) { self.text = text }
    }

    private let context: ModelContext
    private let notes: [PersistentIdentifier]
    private let shelf: PersistentIdentifier

    init() throws {
        let container = try ModelContainer(
            for: Shelf.self,
            Note.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        let new = ["a", "b", "c"].map { Note($0) }
        for note in new { writer.insert(note) }
        let shelf = Shelf("top")
        writer.insert(shelf)
        shelf.books = ["x", "y"].map { Book($0) }
        try writer.save()
        notes = new.map(\.persistentModelID)
        self.shelf = shelf.persistentModelID
        context = ModelContext(container)
    }

    private func note(_ position: Int) throws -> Note {
        try #require(context.model(for: notes[position]) as? Note)
    }

    @Test func deletedFaultKeepsItsValues() throws {
        let note = try note(0)
        context.delete(note)
        try context.save()
        #expect(note.text == "a")
        #expect(note.modelContext == nil)
    }

    @Test func modelKeepsItsSavedValuesIfItIsDeletedAfterARollback() throws {
        let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)]))
        for note in notes { note.text += "!" }
        context.rollback()
        for note in notes { context.delete(note) }
        try context.save()
        #expect(notes.map(\.text) == ["a", "b", "c"])
    }

    @Test func cascadeKeepsTheValuesOfUnloadedModels() throws {
        let shelf = try #require(context.model(for: shelf) as? Shelf)
        let books = shelf.books.sorted { $0.title < $1.title }
        for book in books { book.title += "!" }
        context.rollback()
        context.delete(shelf)
        try context.save()
        #expect(books.map(\.title) == ["x", "y"])
        #expect(shelf.name == "top")
    }

    @Test func deletedModelsThatReferToEachOtherAreReleased() throws {
        weak var weakShelf: Shelf?
        weak var weakBook: Book?
        do {
            let shelf = try #require(context.model(for: shelf) as? Shelf)
            let book = try #require(shelf.books.first)
            #expect(book.shelf === shelf)
            (weakShelf, weakBook) = (shelf, book)
            context.delete(shelf)
            try context.save()
        }
        #expect(weakShelf == nil)
        #expect(weakBook == nil)
    }

    @Test func deletedModelsHaveNoRelatedModelsAfterTheSave() throws {
        let shelf = try #require(context.model(for: shelf) as? Shelf)
        let book = try #require(shelf.books.first)
        context.delete(shelf)
        try context.save()
        #expect(shelf.books.isEmpty)
        #expect(book.shelf == nil)
    }

    @Test func deletionOfManyRowsLoadsOnlyTheFaultsThatExist() throws {
        let note = try note(1)
        try context.delete(model: Note.self)
        let faults = context.deletedModelsArray.filter(\._$model.isFault)
        #expect(faults.count == 2)
        try context.save()
        #expect(note.text == "b")
    }

    @Test func deletionOfAMissingRowRemovesItsModel() throws {
        let note = try note(0)
        let other = ModelContext(context.container)
        try other.delete(model: Note.self)
        try other.save()
        context.delete(note)
        #expect(note.modelContext == nil)
        try context.save()
        #expect(!context.hasChanges)
    }
}
