// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Snapshots of models, which can be passed to other isolation domains.
@Suite struct ModelSnapshotTests {
    private typealias Book = Library.Book
    private typealias Author = Library.Author
    private typealias Genre = Library.Genre

    private let context: ModelContext

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Schema(Library.types),
                configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
            )
        )
    }

    @Test func valuesAreThoseOfTheModelAtOneTime() async throws {
        let book = Book("1", title: "Emma", author: Author("Jane"))
        context.insert(book)
        book.genres = [Genre("a")]
        book.size = Library.Size(width: 2)
        try context.save()
        book.pages = 474
        let snapshot = try book.snapshot()
        book.title = "Persuasion"
        let author = book.author?.persistentModelID
        let title = await Task.detached { snapshot.title }.value
        #expect(title == "Emma")
        #expect((snapshot.pages, snapshot.price) == (474, nil))
        #expect(snapshot.size == Library.Size(width: 2))
        #expect(snapshot.author == author)
        #expect(snapshot.genres == book.genres.map(\.persistentModelID))
        #expect(snapshot.notes == [])
        #expect(snapshot.id == book.persistentModelID)
    }

    @Test func valuesThatAreNotInMemoryAreLoaded() throws {
        let book = Book("1", title: "Emma")
        book.cover = Data(repeating: 7, count: 100)
        context.insert(book)
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(other.model(for: book.persistentModelID) as? Book)
        let snapshot = try found.snapshot()
        #expect(snapshot.title == "Emma")
        #expect(snapshot.cover == Data(repeating: 7, count: 100))
        #expect(try snapshot == book.snapshot())
        found.title = "Persuasion"
        #expect(try snapshot != found.snapshot())
    }

    @Test func modelsWithoutAContextHaveNoSnapshot() {
        #expect(throws: SwiftDataError.missingModelContext) { try Book("1").snapshot() }
    }
}
