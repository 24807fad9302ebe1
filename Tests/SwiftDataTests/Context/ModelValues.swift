// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The models that a context must have, as values by serial number.
struct ModelValues: Equatable {
    enum Item: Equatable {
        case book(Book)
        case author
        case genre
        case crate(weight: Int)
        case tool(crate: Int?)
    }

    /// A book and its part of the relationships; the other ends follow from it.
    struct Book: Equatable {
        var pages = 0
        var author: Int?
        var genres: Set<Int> = []
        var notes: Set<Int> = []
    }

    var items: [Int: Item] = [:]

    var books: [Int: Book] {
        items.compactMapValues { if case .book(let book) = $0 { book } else { nil } }
    }

    var authors: [Int] { serials { $0 == .author } }
    var genres: [Int] { serials { $0 == .genre } }

    var crates: [Int: Int] {
        items.compactMapValues { if case .crate(let weight) = $0 { weight } else { nil } }
    }

    /// The crates of the tools, by the serial number of the tool.
    var tools: [Int: Int?] {
        items.compactMapValues { if case .tool(let crate) = $0 { .some(crate) } else { nil } }
    }

    func tools(in crate: Int) -> [Int] { serials { $0 == .tool(crate: crate) } }

    /// Changes a book.
    mutating func update(_ serial: Int, _ body: (inout Book) -> Void) {
        guard case .book(var book)? = items[serial] else { return }
        body(&book)
        items[serial] = .book(book)
    }

    private func serials(where isIncluded: (Item) -> Bool) -> [Int] {
        items.filter { isIncluded($0.value) }.keys.sorted()
    }

    /// One line for each model, with its attributes and both ends of its relationships.
    var lines: [String] {
        let books = self.books
        let lines = items.flatMap { serial, item in
            switch item {
            case .book(let book):
                [
                    "book \(serial) \(book.pages) \(book.author.map(String.init) ?? "-") "
                        + "\(book.genres.sorted()) \(book.notes.sorted())"
                ] + book.notes.map { "note \($0)" }
            case .author:
                ["author \(serial) \(books.filter { $1.author == serial }.keys.sorted())"]
            case .genre:
                ["genre \(serial) \(books.filter { $1.genres.contains(serial) }.keys.sorted())"]
            case .crate(let weight): ["crate \(serial) \(weight) \(tools(in: serial))"]
            case .tool(let crate): ["tool \(serial) \(crate.map(String.init) ?? "-")"]
            }
        }
        return lines.sorted()
    }
}

/// The models that changes concern, by serial number.
struct Footprint {
    /// Models that are inserted, changed or deleted.
    var changed: Set<Int> = []
    /// Models whose relationships change, because a changed model refers to them.
    var linked: Set<Int> = []

    init(changed: Set<Int> = [], linked: Set<Int> = []) {
        self.changed = changed
        self.linked = linked
    }

    /// Returns whether one changes a model that the other one concerns.
    ///
    /// Both may link models to the same one.
    func conflicts(with other: Footprint) -> Bool {
        !changed.isDisjoint(with: other.changed) || !changed.isDisjoint(with: other.linked)
            || !linked.isDisjoint(with: other.changed)
    }

    mutating func formUnion(_ other: Footprint) {
        changed.formUnion(other.changed)
        linked.formUnion(other.linked)
    }
}
