// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models with attributes and relationships of every kind, for custom stores.
enum Library {
    enum Format: String, Codable { case paper, audio }

    struct Size: Codable, Equatable {
        var width = 10.0
        var height: Double?
    }

    @Model final class Book {
        @Attribute(.unique) var isbn: String
        var title: String
        var pages = 0
        var price: Decimal?
        var published: Date?
        var cover: Data?
        var format = Format.paper
        var size = Size()
        var keywords: [String] = []
        @Attribute(.ephemeral) var isOpen = false
        var author: Author?
        var genres: [Genre] = []
        @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note]?
        init(_ isbn: String, title: String = "", author: Author? = nil) {
            self.isbn = isbn
            self.title = title
            self.author = author
        }
    }

    @Model final class Author {
        var name: String
        @Relationship(inverse: \Book.author) var books: [Book] = []
        @Relationship(inverse: \Desk.author) var desk: Desk?
        init(_ name: String) { self.name = name }
    }

    @Model final class Desk {
        var room: Int
        var author: Author?
        init(_ room: Int) { self.room = room }
    }

    @Model final class Genre {
        var name: String
        @Relationship(inverse: \Book.genres) var books: [Book] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Note {
        var text: String
        var book: Book?
        init(_ text: String) { self.text = text }
    }

    static var types: [any PersistentModel.Type] {
        [Book.self, Author.self, Desk.self, Genre.self, Note.self]
    }
}
