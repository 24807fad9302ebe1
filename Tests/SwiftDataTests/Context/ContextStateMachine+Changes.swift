// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The changes of one model that a machine executes, in the active context and in its values.
extension ContextStateMachine {
    private typealias Book = Library.Book
    private typealias Author = Library.Author
    private typealias Genre = Library.Genre
    private typealias Note = Library.Note
    private typealias Crate = Depot.Crate
    private typealias Tool = Depot.Tool

    private mutating func pick(_ serials: some Sequence<Int>) -> Int? {
        let serials = serials.sorted()
        return serials.isEmpty ? nil : random.pick(serials)
    }

    // MARK: Books

    mutating func insertBook() throws {
        let author = random.chance(3) ? nil : pick(values.authors)
        let serial = nextSerial()
        guard claim([serial], linked: Set([author].compactMap(\.self))) else { return }
        let book = Book("\(serial)")
        context.insert(book)
        book.author = try author.flatMap(model)
        values.items[serial] = .book(ModelValues.Book(author: author))
    }

    mutating func setPages() throws {
        guard let serial = pick(values.books.keys), claim([serial]) else { return }
        let pages = random.below(100)
        let book: Book? = try model(serial)
        book?.pages = pages
        values.update(serial) { $0.pages = pages }
    }

    mutating func setAuthor() throws {
        guard let serial = pick(values.books.keys) else { return }
        let author = random.chance(3) ? nil : pick(values.authors)
        let linked = [values.books[serial]?.author, author].compactMap(\.self)
        guard claim([serial], linked: Set(linked)) else { return }
        let book: Book? = try model(serial)
        book?.author = try author.flatMap(model)
        values.update(serial) { $0.author = author }
    }

    mutating func setGenres() throws {
        guard let serial = pick(values.books.keys), let old = values.books[serial]?.genres else {
            return
        }
        let genres = Set(values.genres.filter { _ in random.chance(2) })
        let changed = genres.symmetricDifference(old)
        guard claim([serial], linked: changed), let book: Book = try model(serial) else { return }
        // Sometimes from the other end.
        if random.chance(2) {
            for serial in changed.sorted() {
                guard let genre: Genre = try model(serial) else { continue }
                if old.contains(serial) {
                    genre.books.removeAll { $0 === book }
                } else {
                    genre.books.append(book)
                }
            }
        } else {
            book.genres = try genres.sorted().compactMap(model)
        }
        values.update(serial) { $0.genres = genres }
    }

    mutating func addNote() throws {
        guard let serial = pick(values.books.keys), claim([serial]) else { return }
        let number = nextSerial()
        let note = Note("\(number)")
        note.book = try model(serial)
        values.update(serial) { $0.notes.insert(number) }
    }

    mutating func deleteBook() throws {
        guard let serial = pick(values.books.keys), let old = values.books[serial] else { return }
        let linked = old.genres.union([old.author].compactMap(\.self))
        guard claim([serial], linked: linked) else { return }
        if let book: Book = try model(serial) { context.delete(book) }
        values.items[serial] = nil
    }

    // MARK: Authors and genres

    mutating func insertAuthor() {
        let serial = nextSerial()
        guard claim([serial]) else { return }
        context.insert(Author("\(serial)"))
        values.items[serial] = .author
    }

    mutating func insertGenre() {
        let serial = nextSerial()
        guard claim([serial]) else { return }
        context.insert(Genre("\(serial)"))
        values.items[serial] = .genre
    }

    mutating func deleteAuthor() throws {
        guard let serial = pick(values.authors) else { return }
        let books = values.books.filter { $1.author == serial }.keys
        guard claim(Set(books).union([serial])) else { return }
        if let author: Author = try model(serial) { context.delete(author) }
        values.items[serial] = nil
        for book in books { values.update(book) { $0.author = nil } }
    }

    mutating func deleteGenre() throws {
        guard let serial = pick(values.genres) else { return }
        let books = values.books.filter { $1.genres.contains(serial) }.keys
        guard claim(Set(books).union([serial])) else { return }
        if let genre: Genre = try model(serial) { context.delete(genre) }
        values.items[serial] = nil
        for book in books { values.update(book) { $0.genres.remove(serial) } }
    }

    // MARK: Crates and tools

    mutating func insertCrate() {
        let serial = nextSerial()
        guard claim([serial]) else { return }
        context.insert(Crate("\(serial)"))
        values.items[serial] = .crate(weight: 0)
    }

    mutating func insertTool() throws {
        let crate = random.chance(3) ? nil : pick(values.crates.keys)
        let serial = nextSerial()
        guard claim([serial], linked: Set([crate].compactMap(\.self))) else { return }
        let tool = Tool("\(serial)")
        context.insert(tool)
        let owner: Crate? = try crate.flatMap(model)
        owner?.tools.append(tool)
        values.items[serial] = .tool(crate: crate)
    }

    mutating func setWeight() throws {
        guard let serial = pick(values.crates.keys), claim([serial]) else { return }
        let weight = random.below(100)
        let crate: Crate? = try model(serial)
        crate?.weight = weight
        values.items[serial] = .crate(weight: weight)
    }

    mutating func moveTool() throws {
        guard let serial = pick(values.tools.keys) else { return }
        let crate = random.chance(3) ? nil : pick(values.crates.keys)
        let linked = [values.tools[serial] ?? nil, crate].compactMap(\.self)
        guard claim([serial], linked: Set(linked)) else { return }
        let tool: Tool? = try model(serial)
        tool?.crate = try crate.flatMap(model)
        values.items[serial] = .tool(crate: crate)
    }

    mutating func deleteCrate() throws {
        guard let serial = pick(values.crates.keys) else { return }
        let serials = Set(values.tools(in: serial)).union([serial])
        guard claim(serials) else { return }
        if let crate: Crate = try model(serial) { context.delete(crate) }
        for serial in serials { values.items[serial] = nil }
    }

    mutating func deleteTool() throws {
        guard let serial = pick(values.tools.keys) else { return }
        guard claim([serial], linked: Set([values.tools[serial] ?? nil].compactMap(\.self))) else {
            return
        }
        if let tool: Tool = try model(serial) { context.delete(tool) }
        values.items[serial] = nil
    }

    // MARK: Models

    private func model(_ serial: Int) throws -> Book? {
        let name = "\(serial)"
        return try first(#Predicate { $0.isbn == name })
    }

    private func model(_ serial: Int) throws -> Author? {
        let name = "\(serial)"
        return try first(#Predicate { $0.name == name })
    }

    private func model(_ serial: Int) throws -> Genre? {
        let name = "\(serial)"
        return try first(#Predicate { $0.name == name })
    }

    private func model(_ serial: Int) throws -> Crate? {
        let name = "\(serial)"
        return try first(#Predicate { $0.name == name })
    }

    private func model(_ serial: Int) throws -> Tool? {
        let name = "\(serial)"
        return try first(#Predicate { $0.name == name })
    }

    private func first<M: PersistentModel>(_ predicate: Predicate<M>) throws -> M? {
        try context.fetch(FetchDescriptor(predicate: predicate)).first
    }
}
