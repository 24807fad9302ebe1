// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData

@Model
final class Book {
    var title: String
    var pages: Int
    var author: Author?
    var publisher: Publisher?
    @Relationship(inverse: \Genre.books) var genres: [Genre]

    init(title: String, pages: Int, author: Author, publisher: Publisher, genres: [Genre]) {
        self.title = title
        self.pages = pages
        self.author = author
        self.publisher = publisher
        self.genres = genres
    }
}

@Model
final class Author {
    var name: String
    @Relationship(inverse: \Book.author) var books: [Book] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Publisher {
    var name: String
    @Relationship(inverse: \Book.publisher) var books: [Book] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Genre {
    var name: String
    var books: [Book] = []

    init(name: String) {
        self.name = name
    }
}

/// The numbers from which each library makes the same books.
enum SampleBook {
    static let authors = 500
    static let publishers = 50
    static let genres = 200

    static func title(_ number: Int) -> String { "Book \(number)" }
    static func pages(_ number: Int) -> Int { 100 + number % 900 }
    static func author(_ number: Int) -> Int { number &* 31 % authors }
    static func publisher(_ number: Int) -> Int { number &* 17 % publishers }

    /// The different genres of a book.
    static func genres(_ number: Int) -> [Int] {
        (0..<3).map { (number &* 13 + $0 * 7) % genres }
    }
}
