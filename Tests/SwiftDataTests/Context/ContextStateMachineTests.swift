// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The models that a context must have, in the simplest form.
private struct Shelves: Equatable {
    struct Book: Equatable {
        var pages = 0
        var author: Int?
        var genres: Set<Int> = []
        var notes: Set<Int> = []
    }

    var books: [Int: Book] = [:]
    var authors: Set<Int> = []
    var genres: Set<Int> = []

    var lines: [String] {
        let books = self.books.map { serial, book in
            "book \(serial) \(book.pages) \(book.author.map(String.init) ?? "-") "
                + "\(book.genres.sorted()) \(book.notes.sorted())"
        }
        let authors = self.authors.map { author in
            "author \(author) \(self.books.filter { $1.author == author }.keys.sorted())"
        }
        let genres = self.genres.map { genre in
            "genre \(genre) \(self.books.filter { $1.genres.contains(genre) }.keys.sorted())"
        }
        let notes = self.books.values.flatMap(\.notes).map { "note \($0)" }
        return (books + authors + genres + notes).sorted()
    }
}

/// Executes random operations in two contexts of a container, and in values.
private struct ShelvesMachine {
    private typealias Book = Library.Book
    private typealias Author = Library.Author
    private typealias Genre = Library.Genre
    private typealias Note = Library.Note

    private let contexts: [ModelContext]
    private let manager = UndoManager()
    private var active = 0
    private var current = Shelves()
    private var saved = Shelves()
    /// The states to which undo and redo return.
    private var undoStack: [Shelves] = []
    private var redoStack: [Shelves] = []
    private var lastSerial = 0
    private var random: SeededRandom
    /// The operations so far, for the messages of failed comparisons.
    private(set) var log: [String] = []

    init(_ container: ModelContainer, seed: UInt64) {
        contexts = [ModelContext(container), ModelContext(container)]
        contexts[0].undoManager = manager
        random = SeededRandom(seed: seed)
    }

    private var context: ModelContext { contexts[active] }

    // MARK: Operations

    /// Executes a random operation.
    mutating func step() throws {
        switch random.below(20) {
        case 0, 1: try change("insert book") { try $0.insertBook() }
        case 2: try change("insert author") { $0.insertAuthor() }
        case 3: try change("insert genre") { $0.insertGenre() }
        case 4, 5: try change("set pages") { try $0.setPages() }
        case 6, 7: try change("set author") { try $0.setAuthor() }
        case 8, 9: try change("set genres") { try $0.setGenres() }
        case 10: try change("add note") { try $0.addNote() }
        case 11: try change("delete book") { try $0.deleteBook() }
        case 12: try change("delete author") { try $0.deleteAuthor() }
        case 13: try change("delete genre") { try $0.deleteGenre() }
        case 14, 15: try save()
        case 16: rollBack()
        case 17, 18: if active == 0 { undoOrRedo() }
        default: try switchContext()
        }
    }

    /// Executes a change as one group of the undo manager.
    private mutating func change(
        _ name: String,
        _ body: (inout ShelvesMachine) throws -> Void
    ) throws {
        let (before, groupCount) = (current, manager.undoCount)
        if active == 0 { manager.beginUndoGrouping() }
        try body(&self)
        if active == 0 { manager.endUndoGrouping() }
        log.append("\(name) in \(active)")
        // A change to the same value is undone, too.
        guard manager.undoCount > groupCount else { return }
        undoStack.append(before)
        redoStack = []
    }

    private mutating func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private mutating func insertBook() throws {
        let serial = nextSerial()
        let book = Book("\(serial)")
        context.insert(book)
        let author = random.maybe(current.authors.sorted() + [0]).flatMap { $0 == 0 ? nil : $0 }
        book.author = try author.flatMap(model)
        current.books[serial] = Shelves.Book(author: author)
    }

    private mutating func insertAuthor() {
        let serial = nextSerial()
        context.insert(Author("\(serial)"))
        current.authors.insert(serial)
    }

    private mutating func insertGenre() {
        let serial = nextSerial()
        context.insert(Genre("\(serial)"))
        current.genres.insert(serial)
    }

    private mutating func pickBook() -> Int? {
        current.books.isEmpty ? nil : random.pick(current.books.keys.sorted())
    }

    private mutating func setPages() throws {
        guard let serial = pickBook() else { return }
        let pages = random.below(100)
        try model(serial, as: Book.self)?.pages = pages
        current.books[serial]?.pages = pages
    }

    private mutating func setAuthor() throws {
        guard let serial = pickBook() else { return }
        let author = random.maybe(current.authors.sorted() + [0]).flatMap { $0 == 0 ? nil : $0 }
        try model(serial, as: Book.self)?.author = author.flatMap(model)
        current.books[serial]?.author = author
    }

    private mutating func setGenres() throws {
        guard let serial = pickBook(), let book = try model(serial, as: Book.self) else { return }
        let genres = Set(current.genres.filter { _ in random.chance(2) })
        // Sometimes from the other end.
        if random.chance(2) {
            for genre in current.genres.sorted() {
                let isMember = current.books[serial]?.genres.contains(genre) == true
                guard isMember != genres.contains(genre),
                    let model = try model(genre, as: Genre.self)
                else { continue }
                if isMember {
                    model.books.removeAll { $0 === book }
                } else {
                    model.books.append(book)
                }
            }
        } else {
            book.genres = try genres.sorted().compactMap { try model($0, as: Genre.self) }
        }
        current.books[serial]?.genres = genres
    }

    private mutating func addNote() throws {
        guard let serial = pickBook() else { return }
        let number = nextSerial()
        let note = Note("\(number)")
        note.book = try model(serial, as: Book.self)
        current.books[serial]?.notes.insert(number)
    }

    private mutating func deleteBook() throws {
        guard let serial = pickBook(), let book = try model(serial, as: Book.self) else { return }
        context.delete(book)
        current.books[serial] = nil
    }

    private mutating func deleteAuthor() throws {
        guard !current.authors.isEmpty else { return }
        let serial = random.pick(current.authors.sorted())
        if let author = try model(serial, as: Author.self) { context.delete(author) }
        current.authors.remove(serial)
        for book in current.books.keys where current.books[book]?.author == serial {
            current.books[book]?.author = nil
        }
    }

    private mutating func deleteGenre() throws {
        guard !current.genres.isEmpty else { return }
        let serial = random.pick(current.genres.sorted())
        if let genre = try model(serial, as: Genre.self) { context.delete(genre) }
        current.genres.remove(serial)
        for book in current.books.keys { current.books[book]?.genres.remove(serial) }
    }

    private mutating func save() throws {
        try context.save()
        saved = current
        log.append("save in \(active)")
    }

    private mutating func rollBack() {
        context.rollback()
        current = saved
        (undoStack, redoStack) = ([], [])
        log.append("rollback in \(active)")
    }

    private mutating func undoOrRedo() {
        let isUndo = redoStack.isEmpty || random.chance(2)
        if isUndo, let former = undoStack.popLast() {
            redoStack.append(current)
            current = former
            manager.undo()
            log.append("undo")
        } else if !isUndo, let later = redoStack.popLast() {
            undoStack.append(current)
            current = later
            manager.redo()
            log.append("redo")
        }
    }

    /// Saves or discards the changes, and continues in the other context.
    private mutating func switchContext() throws {
        if random.chance(3) { rollBack() } else { try save() }
        active = 1 - active
        manager.removeAllActions()
        (undoStack, redoStack) = ([], [])
        context.processPendingChanges()
    }

    // MARK: Reading

    private func model(_ serial: Int) throws -> Author? { try model(serial, as: Author.self) }

    private func model<M: PersistentModel>(_ serial: Int, as type: M.Type) throws -> M? {
        let name = "\(serial)"
        let found: (any PersistentModel)? =
            if type == Book.self {
                try context.fetch(
                    FetchDescriptor<Book>(predicate: #Predicate { $0.isbn == name })
                ).first
            } else if type == Author.self {
                try context.fetch(
                    FetchDescriptor<Author>(predicate: #Predicate { $0.name == name })
                ).first
            } else {
                try context.fetch(
                    FetchDescriptor<Genre>(predicate: #Predicate { $0.name == name })
                ).first
            }
        return found as? M
    }

    /// The lines of what the active context has, and of what it must have.
    func lines() throws -> (found: [String], expected: [String]) {
        (try Self.lines(in: context), current.lines)
    }

    /// The lines of what a new context has, and of what was saved.
    func savedLines() throws -> (found: [String], expected: [String]) {
        (try Self.lines(in: ModelContext(context.container)), saved.lines)
    }

    private static func lines(in context: ModelContext) throws -> [String] {
        func serials(_ names: [String]) -> [Int] { names.compactMap { Int($0) }.sorted() }
        let books = try context.fetch(FetchDescriptor<Book>()).map { book in
            "book \(book.isbn) \(book.pages) \(book.author?.name ?? "-") "
                + "\(serials(book.genres.map(\.name))) \(serials((book.notes ?? []).map(\.text)))"
        }
        let authors = try context.fetch(FetchDescriptor<Author>()).map {
            "author \($0.name) \(serials($0.books.map(\.isbn)))"
        }
        let genres = try context.fetch(FetchDescriptor<Genre>()).map {
            "genre \($0.name) \(serials($0.books.map(\.isbn)))"
        }
        let notes = try context.fetch(FetchDescriptor<Note>()).map { "note \($0.text)" }
        return (books + authors + genres + notes).sorted()
    }
}

/// Random operations of two contexts have the effect that values predict, in each kind of store.
@Suite struct ContextStateMachineTests {
    private static let seedCount: UInt64 =
        ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] == nil ? 20 : 400

    @Test func operationsHaveTheirEffectInTheDefaultStore() throws {
        for seed in 0..<Self.seedCount {
            let memory = ModelConfiguration(isStoredInMemoryOnly: true)
            try run(
                try ModelContainer(for: Schema(Library.types), configurations: [memory]),
                seed: seed
            )
        }
    }

    @Test func operationsHaveTheirEffectInACustomStore() throws {
        for seed in 0..<(Self.seedCount / 4) {
            let folder = try TemporaryFolder()
            try run(try CustomStore.json.container(in: folder.url), seed: seed)
        }
    }

    private func run(_ container: ModelContainer, seed: UInt64) throws {
        var machine = ShelvesMachine(container, seed: seed)
        for step in 0..<80 {
            try machine.step()
            let log = machine.log.suffix(12)
            let lines = try machine.lines()
            try #require(lines.found == lines.expected, "seed \(seed), step \(step): \(log)")
            guard step.isMultiple(of: 8) else { continue }
            let saved = try machine.savedLines()
            try #require(saved.found == saved.expected, "seed \(seed), step \(step), saved: \(log)")
        }
    }
}
