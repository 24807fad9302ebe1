// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Executes random operations in two contexts of a container, and in values.
///
/// Both contexts have unsaved changes at the same time. Their changes concern different models, so
/// that a context must have what was saved, overlaid by its own changes.
struct ContextStateMachine {
    /// One context, and what it must have.
    struct View {
        let context: ModelContext
        var values = ModelValues()
        /// The models that unsaved changes concern.
        var unsaved = Footprint()
        /// Models that remain in memory, to receive the changes of the other context.
        var retained: [any PersistentModel] = []
    }

    /// A group of the undo manager.
    private struct Group {
        let footprint: Footprint
        /// The values of the changed models to return to, nil for models that must not exist.
        var former: [Int: ModelValues.Item?]
    }

    private var views: [View]
    private var active = 0
    private var saved = ModelValues()
    private let manager = UndoManager()
    /// The groups of the first context.
    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// The models that the current operation concerns.
    private var footprint = Footprint()
    private var lastSerial = 0
    var random: SeededRandom
    /// The operations so far, for the messages of failed comparisons.
    private(set) var log: [String] = []

    init(_ container: ModelContainer, seed: UInt64) {
        views = [View(context: ModelContext(container)), View(context: ModelContext(container))]
        views[0].context.undoManager = manager
        random = SeededRandom(seed: seed)
    }

    /// The active context.
    var context: ModelContext { views[active].context }

    /// What the active context must have.
    var values: ModelValues {
        get { views[active].values }
        set { views[active].values = newValue }
    }

    private var other: View { views[1 - active] }

    // MARK: Operations

    /// Executes a random operation in one of the contexts.
    mutating func step() throws {
        active = random.below(2)
        switch random.below(26) {
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
        case 14: try change("insert crate") { $0.insertCrate() }
        case 15: try change("insert tool") { try $0.insertTool() }
        case 16: try change("set weight") { try $0.setWeight() }
        case 17, 18: try change("move tool") { try $0.moveTool() }
        case 19: try change("delete crate") { try $0.deleteCrate() }
        case 20: try change("delete tool") { try $0.deleteTool() }
        case 21, 22: try save()
        case 23: rollBack()
        default: if active == 0 { undoOrRedo() }
        }
    }

    /// Executes a change, in the first context as one group of the undo manager.
    private mutating func change(
        _ name: String,
        _ body: (inout ContextStateMachine) throws -> Void
    ) throws {
        let (before, groupCount) = (values.items, manager.undoCount)
        footprint = Footprint()
        if active == 0 { manager.beginUndoGrouping() }
        try body(&self)
        if active == 0 { manager.endUndoGrouping() }
        log.append("\(name) \(footprint.changed.sorted()) in \(active)")
        views[active].unsaved.formUnion(footprint)
        // A change to the same value is undone, too.
        guard manager.undoCount > groupCount else { return }
        let former = footprint.changed.map { ($0, before[$0]) }
        let group = Group(footprint: footprint, former: Dictionary(uniqueKeysWithValues: former))
        undoStack.append(group)
        redoStack = []
    }

    /// Records the models that the operation changes and links.
    ///
    /// - Returns: Whether the operation may be executed: it must not concern what the other context
    ///   has changed.
    mutating func claim(_ changed: Set<Int>, linked: Set<Int> = []) -> Bool {
        let claimed = Footprint(changed: changed, linked: linked)
        guard !claimed.conflicts(with: other.unsaved) else { return false }
        footprint.formUnion(claimed)
        return true
    }

    mutating func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private mutating func save() throws {
        try context.save()
        let unsaved = views[active].unsaved
        for serial in unsaved.changed {
            let item = values.items[serial]
            saved.items[serial] = item
            views[1 - active].values.items[serial] = item
        }
        views[active].unsaved = Footprint()
        log.append("save in \(active)")
        // Undo would restore what the other context has changed.
        if active == 1,
            (undoStack + redoStack).contains(where: { unsaved.conflicts(with: $0.footprint) })
        {
            manager.removeAllActions()
            (undoStack, redoStack) = ([], [])
        }
    }

    private mutating func rollBack() {
        context.rollback()
        views[active].values = saved
        views[active].unsaved = Footprint()
        if active == 0 { (undoStack, redoStack) = ([], []) }
        log.append("rollback in \(active)")
    }

    private mutating func undoOrRedo() {
        let isUndo = redoStack.isEmpty || random.chance(2)
        guard var group = isUndo ? undoStack.last : redoStack.last,
            !group.footprint.conflicts(with: other.unsaved)
        else { return }
        for (serial, item) in group.former {
            group.former[serial] = .some(values.items[serial])
            values.items[serial] = item
        }
        views[active].unsaved.formUnion(group.footprint)
        log.append("\(isUndo ? "undo" : "redo") \(group.footprint.changed.sorted())")
        if isUndo {
            undoStack.removeLast()
            redoStack.append(group)
            manager.undo()
        } else {
            redoStack.removeLast()
            undoStack.append(group)
            manager.redo()
        }
    }

    // MARK: Reading

    /// What each context and the stores have, and what they must have.
    mutating func comparisons() throws -> [(found: [String], expected: [String])] {
        var comparisons: [(found: [String], expected: [String])] = []
        for index in views.indices {
            let (lines, models) = try Self.read(views[index].context)
            if random.chance(3) { views[index].retained = models }
            comparisons.append((lines, views[index].values.lines))
        }
        if random.chance(6) {
            comparisons.append((try Self.read(ModelContext(context.container)).lines, saved.lines))
        }
        return comparisons
    }

    private static func read(
        _ context: ModelContext
    ) throws -> (lines: [String], models: [any PersistentModel]) {
        func serials(_ names: [String]) -> [Int] { names.compactMap { Int($0) }.sorted() }
        let books = try context.fetch(FetchDescriptor<Library.Book>())
        let authors = try context.fetch(FetchDescriptor<Library.Author>())
        let genres = try context.fetch(FetchDescriptor<Library.Genre>())
        let notes = try context.fetch(FetchDescriptor<Library.Note>())
        let crates = try context.fetch(FetchDescriptor<Depot.Crate>())
        let tools = try context.fetch(FetchDescriptor<Depot.Tool>())
        var lines = books.map { book in
            "book \(book.isbn) \(book.pages) \(book.author?.name ?? "-") "
                + "\(serials(book.genres.map(\.name))) \(serials((book.notes ?? []).map(\.text)))"
        }
        lines += authors.map { "author \($0.name) \(serials($0.books.map(\.isbn)))" }
        lines += genres.map { "genre \($0.name) \(serials($0.books.map(\.isbn)))" }
        lines += notes.map { "note \($0.text)" }
        lines += crates.map { "crate \($0.name) \($0.weight) \(serials($0.tools.map(\.name)))" }
        lines += tools.map { "tool \($0.name) \($0.crate?.name ?? "-")" }
        let models: [[any PersistentModel]] = [books, authors, genres, notes, crates, tools]
        return (lines.sorted(), Array(models.joined()))
    }
}
