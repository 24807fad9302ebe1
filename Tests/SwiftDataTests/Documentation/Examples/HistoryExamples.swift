// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *History*.
struct HistoryExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Book {
        @Attribute(.unique, .preserveValueOnDeletion) var isbn: String
        var title: String

        init(isbn: String, title: String) {
            self.isbn = isbn
            self.title = title
        }
    }

    private let context: ModelContext

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: Book.self, configurations: memory))
    }

    func transactions(
        after token: DefaultHistoryToken?
    ) throws -> [DefaultHistoryTransaction] {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token {
            descriptor.predicate = #Predicate { $0.token > token }
        }
        return try context.fetchHistory(descriptor)
    }

    func describe(_ change: HistoryChange) {
        switch change {
        case .insert(let insert as DefaultHistoryInsert<Book>):
            let book = context.model(for: insert.changedPersistentIdentifier) as? Book
            print("inserted", book?.title ?? "a book that was deleted since")
        case .update(let update as DefaultHistoryUpdate<Book>):
            print("changed the title:", update.updatedAttributes.contains { $0 == \Book.title })
        case .delete(let deletion as DefaultHistoryDelete<Book>):
            print("deleted", deletion.tombstone[\.isbn] as? String ?? "unknown")
        default:
            break
        }
    }

    @Test func changesAreReadInOrder() throws {
        context.author = "import"
        let emma = Book(isbn: "0-19", title: "Emma")
        context.insert(emma)
        try context.save()

        context.author = "editor"
        emma.title = "Emma, a novel"
        try context.save()

        let all = try transactions(after: nil)
        for transaction in all { print(transaction.author ?? "-", transaction.changes.count) }

        let last = all.last?.token
        context.insert(Book(isbn: "0-20", title: "Persuasion"))
        emma.title = "Emma"
        try context.save()
        context.delete(emma)
        try context.save()
        let news = try transactions(after: last)

        for change in news.flatMap(\.changes) { describe(change) }
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/History.md")
        #expect(output.lines == page.blocks(of: "text").flatMap { $0 })
    }

    @Test func tokenOutlivesTheProgram() throws {
        context.insert(Book(isbn: "0-19", title: "Emma"))
        try context.save()
        let token = try #require(try transactions(after: nil).last?.token)

        let stored = try JSONEncoder().encode(token)
        let restored = try JSONDecoder().decode(DefaultHistoryToken.self, from: stored)
        #expect(restored == token)
    }

    @Test func tokenThatIsTooOldIsAnError() throws {
        for title in ["Emma", "Persuasion", "Lady Susan"] {
            context.insert(Book(isbn: title, title: title))
            try context.save()
        }
        let tokens = try transactions(after: nil).map(\.token)
        let (first, second) = (tokens[0], tokens[1])

        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.token <= second }
            )
        )

        var books: [Book] = []
        var token: DefaultHistoryToken? = first
        do {
            _ = try transactions(after: token)
        } catch SwiftDataError.historyTokenExpired {
            token = try transactions(after: nil).last?.token
            books = try context.fetch(FetchDescriptor<Book>())
        }
        #expect(books.count == 3)
        #expect(token == tokens[2])
    }
}
