// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Getting started*.
struct GettingStartedExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Author {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Book {
        var title: String
        var year: Int
        var isRead = false
        var author: Author?

        init(title: String, year: Int) {
            self.title = title
            self.year = year
        }
    }

    @Test func libraryIsWrittenReadChangedAndReopened() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        try write(in: folder)
        try reopen(in: folder)
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/GettingStarted.md")
        #expect(output.lines == page.blocks(of: "text").flatMap { $0 })
    }

    private func write(in folder: URL) throws {
        let store = ModelConfiguration(url: folder.appending(path: "library.store"))
        let container = try ModelContainer(for: Author.self, Book.self, configurations: store)
        let context = ModelContext(container)

        let austen = Author(name: "Jane Austen")
        context.insert(austen)
        austen.books = [
            Book(title: "Emma", year: 1815),
            Book(title: "Persuasion", year: 1817),
            Book(title: "Sense and Sensibility", year: 1811),
        ]
        try context.save()

        let late = FetchDescriptor<Book>(
            predicate: #Predicate { $0.year > 1812 && !$0.isRead },
            sortBy: [SortDescriptor(\.title)]
        )
        for book in try context.fetch(late) {
            print(book.title, book.year, book.author?.name ?? "unknown")
        }

        let emma = austen.books[0]
        emma.isRead = true
        print("changes to save:", context.hasChanges, "unread:", try context.fetchCount(late))
        context.rollback()
        print("changes to save:", context.hasChanges, "unread:", try context.fetchCount(late))

        context.delete(austen)
        try context.save()
        print("books left:", try context.fetchCount(FetchDescriptor<Book>()))
    }

    @Test func transactionSavesAllChangesOrNone() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Author.self, configurations: memory)
        let context = ModelContext(container)
        context.insert(Book(title: "Emma", year: 1815))
        let late = FetchDescriptor<Book>(predicate: #Predicate { $0.year > 1812 && !$0.isRead })

        try context.transaction {
            for book in try context.fetch(late) {
                book.isRead = true
            }
        }
        #expect(!context.hasChanges)
        #expect(try ModelContext(container).fetchCount(late) == 0)

        #expect(throws: CancellationError.self) {
            try context.transaction {
                context.insert(Book(title: "Persuasion", year: 1817))
                throw CancellationError()
            }
        }
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(late) == 0)
    }

    private func reopen(in folder: URL) throws {
        let store = ModelConfiguration(url: folder.appending(path: "library.store"))
        let container = try ModelContainer(for: Author.self, configurations: store)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
        #expect(container.configurations == [store])
    }
}
