// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Stores of books for each library.
enum BookStores {
    static let tables = """
        CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE publisher(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE book(
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER NOT NULL,
            authorId INTEGER REFERENCES author(id), publisherId INTEGER REFERENCES publisher(id)
        ) STRICT;
        CREATE INDEX book_on_author ON book(authorId);
        CREATE INDEX book_on_publisher ON book(publisherId);
        CREATE TABLE bookGenre(
            bookId INTEGER NOT NULL REFERENCES book(id), genreId INTEGER NOT NULL REFERENCES genre(id),
            PRIMARY KEY (bookId, genreId)) STRICT, WITHOUT ROWID;
        CREATE INDEX bookGenre_on_genre ON bookGenre(genreId);
        """

    /// Creates the tables with all authors, publishers and genres, and a number of books.
    static func plain(_ path: String, books: Int = 0) throws {
        let database = try PlainDatabase(path)
        try database.execute(tables)
        try database.transaction {
            for (table, count) in [
                ("author", SampleBook.authors), ("publisher", SampleBook.publishers),
                ("genre", SampleBook.genres),
            ] {
                let insert = try database.prepare("INSERT INTO \(table) VALUES (?, ?)")
                for number in 0..<count {
                    insert.bind(number + 1, at: 0)
                    insert.bind("\(table) \(number)", at: 1)
                    _ = try insert.step()
                }
            }
            try insert(0..<books, into: database)
        }
    }

    static func insert(_ numbers: Range<Int>, into database: PlainDatabase) throws {
        let book = try database.prepare("INSERT INTO book VALUES (?, ?, ?, ?, ?)")
        let link = try database.prepare("INSERT INTO bookGenre VALUES (?, ?)")
        for number in numbers {
            book.bind(number + 1, at: 0)
            book.bind(SampleBook.title(number), at: 1)
            book.bind(SampleBook.pages(number), at: 2)
            book.bind(SampleBook.author(number) + 1, at: 3)
            book.bind(SampleBook.publisher(number) + 1, at: 4)
            _ = try book.step()
            for genre in SampleBook.genres(number) {
                link.bind(number + 1, at: 0)
                link.bind(genre + 1, at: 1)
                _ = try link.step()
            }
        }
    }

    static func container(_ path: String) throws -> ModelContainer {
        try ModelContainer(
            for: Book.self,
            configurations: StoreSharing.configuration(path)
        )
    }

    static func swiftData(_ path: String, books: Int = 0) throws {
        let context = ModelContext(try container(path))
        for number in 0..<SampleBook.authors { context.insert(Author(name: "author \(number)")) }
        for number in 0..<SampleBook.publishers {
            context.insert(Publisher(name: "publisher \(number)"))
        }
        for number in 0..<SampleBook.genres { context.insert(Genre(name: "genre \(number)")) }
        try context.save()
        try insert(0..<books, into: context)
    }

    /// Inserts books and saves them once.
    static func insert(_ numbers: Range<Int>, into context: ModelContext) throws {
        let authors = try context.fetch(FetchDescriptor<Author>())
        let publishers = try context.fetch(FetchDescriptor<Publisher>())
        let genres = try context.fetch(FetchDescriptor<Genre>())
        for number in numbers {
            context.insert(
                Book(
                    title: SampleBook.title(number),
                    pages: SampleBook.pages(number),
                    author: authors[SampleBook.author(number)],
                    publisher: publishers[SampleBook.publisher(number)],
                    genres: SampleBook.genres(number).map { genres[$0] }
                )
            )
        }
        try context.save()
    }
}
