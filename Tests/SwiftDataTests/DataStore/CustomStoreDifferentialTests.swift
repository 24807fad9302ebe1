// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Random changes have the same effect in a custom store as in the default store.
@Suite struct CustomStoreDifferentialTests {
    private typealias Book = Library.Book
    private typealias Author = Library.Author
    private typealias Genre = Library.Genre
    private typealias Note = Library.Note

    /// Two contexts of a container, of which the second one saves now and then.
    private struct Editors {
        let contexts: [ModelContext]

        init(_ container: ModelContainer) {
            contexts = [ModelContext(container), ModelContext(container)]
        }

        /// Applies a random change; equal generators make equal changes.
        func change(_ random: inout SeededRandom) throws {
            let context = contexts[Int.random(in: 0...3, using: &random) == 0 ? 1 : 0]
            let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)]))
            let book = books.randomElement(using: &random)
            let authors = try context.fetch(
                FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])
            )
            let author = authors.randomElement(using: &random)
            let genres = try context.fetch(FetchDescriptor<Genre>(sortBy: [SortDescriptor(\.name)]))
            let genre = genres.randomElement(using: &random)
            let number = Int.random(in: 0..<30, using: &random)
            switch Int.random(in: 0..<14, using: &random) {
            case 0, 1: context.insert(Book("\(number)", title: "T\(number)", author: author))
            case 2: context.insert(Author("A\(number)-\(authors.count)"))
            case 3: context.insert(Genre("G\(number)-\(genres.count)"))
            case 4: book?.author = author
            case 5: book?.pages = number
            case 6: if let genre, let book { genre.books.append(book) }
            case 7: book?.genres.removeAll { $0 === genre }
            case 8: book?.notes = (0..<(number % 3)).map { Note("N\($0) of \(number)") }
            case 9: if let book, number < 10 { context.delete(book) }
            case 10: if let author, number < 6 { context.delete(author) }
            case 11: if number < 6 { context.rollback() }
            case 12: author?.books = books.filter { _ in Bool.random(using: &random) }
            default: try context.save()
            }
            if context === contexts[1] { try context.save() }
        }

        /// Describes all models as a context sees them.
        func description(in context: ModelContext) throws -> [String] {
            let books = try context.fetch(FetchDescriptor<Book>())
            let authors = try context.fetch(FetchDescriptor<Author>())
            let genres = try context.fetch(FetchDescriptor<Genre>())
            let notes = try context.fetch(FetchDescriptor<Note>())
            let lines =
                books.map { book in
                    "book \(book.isbn) \(book.title) \(book.pages) \(book.author?.name ?? "-") "
                        + "\(book.genres.map(\.name).sorted()) "
                        + "\((book.notes ?? []).map(\.text).sorted())"
                }
                + authors.map { "author \($0.name) \($0.books.map(\.isbn).sorted())" }
                + genres.map { "genre \($0.name) \($0.books.map(\.isbn).sorted())" }
                + notes.map { "note \($0.text) \($0.book?.isbn ?? "-")" }
            return lines.sorted()
        }

        /// The numbers of matching models for some queries.
        func counts(in context: ModelContext) throws -> [Int] {
            let predicates: [Predicate<Book>] = [
                #Predicate { $0.pages > 9 },
                #Predicate { $0.author?.name.contains("1") == true },
                #Predicate { book in book.genres.contains { $0.name.contains("2") } },
                #Predicate { $0.author == nil && $0.genres.isEmpty },
            ]
            return try predicates.map { try context.fetchCount(FetchDescriptor(predicate: $0)) }
        }
    }

    @Test(arguments: CustomStore.allCases)
    func randomChangesHaveTheEffectOfTheDefaultStore(store: CustomStore) throws {
        for seed in 0..<UInt64(store == .json ? 24 : 6) {
            let folder = try TemporaryFolder()
            let custom = Editors(try store.container(in: folder.url))
            let standard = Editors(
                try ModelContainer(
                    for: Schema(Library.types),
                    configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
                )
            )
            var (first, second) = (SeededRandom(seed: seed), SeededRandom(seed: seed))
            for step in 0..<60 {
                try custom.change(&first)
                try standard.change(&second)
                guard step.isMultiple(of: 5) else { continue }
                for index in 0..<2 {
                    let (left, right) = (custom.contexts[index], standard.contexts[index])
                    let expected = try standard.description(in: right)
                    let found = try custom.description(in: left)
                    try #require(
                        found == expected,
                        "seed \(seed), step \(step), context \(index)"
                    )
                    let counts = try standard.counts(in: right)
                    let number = try custom.counts(in: left)
                    try #require(number == counts, "seed \(seed), step \(step), context \(index)")
                }
            }
            for context in custom.contexts + standard.contexts { context.rollback() }
            let expected = try standard.description(
                in: ModelContext(standard.contexts[0].container)
            )
            let reopened = ModelContext(try store.container(in: folder.url))
            #expect(try custom.description(in: reopened) == expected, "seed \(seed)")
        }
    }
}
