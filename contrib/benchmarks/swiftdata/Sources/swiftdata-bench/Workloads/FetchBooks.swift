// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let count = 10_000

    /// Fetches rows with all of their relationships, and reads each.
    static let fetchBooks = Workload(
        name: "fetch books with relationships",
        goal: 3,
        count: count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try BookStores.plain($0, books: count) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        try PlainBook.fetchAll(database).reduce(0) { $0 &+ $1.checksum }
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try BookStores.swiftData($0, books: count) },
                run: { path, stopwatch in
                    let context = ModelContext(try BookStores.container(path))
                    return try stopwatch.time {
                        var descriptor = FetchDescriptor<Book>()
                        descriptor.relationshipKeyPathsForPrefetching = [
                            \.author, \.publisher, \.genres,
                        ]
                        return try context.fetch(descriptor).reduce(0) { sum, book in
                            sum &+ book.title.utf8.count &+ (book.author?.name.utf8.count ?? 0)
                                &+ (book.publisher?.name.utf8.count ?? 0)
                                &+ book.genres.reduce(0) { $0 &+ $1.name.utf8.count }
                        }
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try BookStores.plain($0, books: count) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        let request = BookRecord.including(required: BookRecord.author)
                            .including(required: BookRecord.publisher)
                            .including(all: BookRecord.genres)
                        let books = try queue.read { try BookWithRelatives.fetchAll($0, request) }
                        return books.reduce(0) { sum, row in
                            sum &+ row.book.title.utf8.count &+ row.author.name.utf8.count
                                &+ row.publisher.name.utf8.count
                                &+ row.genres.reduce(0) { $0 &+ $1.name.utf8.count }
                        }
                    }
                }
            ),
        ]
    )
}

/// A book of plain SQLite; relatives are shared objects, as a program would write them by hand.
private final class PlainBook {
    private final class Named {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    private let title: String
    private let pages: Int
    private let author: Named?
    private let publisher: Named?
    private var genres: [Named] = []

    private init(_ row: PlainStatement, authors: [Int: Named], publishers: [Int: Named]) {
        title = row.text(at: 1)
        pages = row.integer(at: 2)
        author = authors[row.integer(at: 3)]
        publisher = publishers[row.integer(at: 4)]
    }

    var checksum: Int {
        title.utf8.count &+ (author?.name.utf8.count ?? 0) &+ (publisher?.name.utf8.count ?? 0)
            &+ genres.reduce(0) { $0 &+ $1.name.utf8.count }
    }

    static func fetchAll(_ database: PlainDatabase) throws -> [PlainBook] {
        let authors = try named(database, "author")
        let publishers = try named(database, "publisher")
        let genres = try named(database, "genre")
        var books: [Int: PlainBook] = [:]
        let select = try database.prepare("SELECT * FROM book")
        while try select.step() {
            books[select.integer(at: 0)] = PlainBook(
                select,
                authors: authors,
                publishers: publishers
            )
        }
        let links = try database.prepare("SELECT bookId, genreId FROM bookGenre")
        while try links.step() {
            if let genre = genres[links.integer(at: 1)] {
                books[links.integer(at: 0)]?.genres.append(genre)
            }
        }
        return Array(books.values)
    }

    private static func named(_ database: PlainDatabase, _ table: String) throws -> [Int: Named] {
        let select = try database.prepare("SELECT id, name FROM \(table)")
        var rows: [Int: Named] = [:]
        while try select.step() { rows[select.integer(at: 0)] = Named(select.text(at: 1)) }
        return rows
    }
}
