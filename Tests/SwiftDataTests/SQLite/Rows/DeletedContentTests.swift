// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model
private final class Note {
    @Attribute(.spotlight) var text: String

    init(_ text: String) { self.text = text }
}

/// The content of deleted rows in the files of a store.
@Suite struct DeletedContentTests {
    private let folder: TemporaryFolder
    private let context: ModelContext
    /// Behind the part of a text that is in its row, on pages of its own.
    private static let secret = "hunter2xyzzy"
    private static let text = String(repeating: "padding ", count: 2_000) + secret

    init() throws {
        folder = try TemporaryFolder()
        context = ModelContext(
            try ModelContainer(
                for: Note.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
    }

    private var filesWithSecret: [String] {
        get throws {
            try folder.files().filter { $0.value.range(of: Data(Self.secret.utf8)) != nil }
                .keys.sorted()
        }
    }

    /// Inserts notes with the secret and deletes them.
    private func deleteSecrets() throws {
        let kept = (1...50).map { Note("kept \($0)") }
        let secret = (1...20).map { _ in Note(Self.text) }
        for note in kept + secret { context.insert(note) }
        try context.save()
        for note in secret { context.delete(note) }
        try context.save()
    }

    private func erase() throws -> Int {
        var erasure = StoreErasure()
        var calls = 1
        while try !erasure.advance(in: context.container) { calls += 1 }
        return calls
    }

    @Test func erasureRemovesDeletedTextsFromEveryFile() throws {
        try deleteSecrets()
        #expect(try filesWithSecret != [])
        _ = try erase()
        #expect(try filesWithSecret == [])
        let query = SearchDescriptor<Note>(try FullTextQuery("kept"))
        #expect(try context.search(query).count == 50)
        #expect(try context.search(SearchDescriptor<Note>(FullTextQuery("padding"))).isEmpty)
        // Nothing is left to erase.
        #expect(try erase() == StoreErasure().total)
    }

    @Test func erasureRemovesTextsThatWereNeverIndexed() throws {
        context.defersIndexing = true
        let note = Note(Self.secret)
        context.insert(note)
        try context.save()
        context.delete(note)
        try context.save()
        #expect(try filesWithSecret != [])
        _ = try erase()
        #expect(try filesWithSecret == [])
    }

    @Test func freePagesOfALargeStoreAreOverwritten() throws {
        try deleteSecrets()
        try context.container.close()
        let schema = try ResolvedSchema(Schema([Note.self]))
        let db = try SQLiteDatabase(folder.path("test.store"))
        try SQLFunctions.install(in: db)
        let layout = SchemaLayout(schema)
        // As if the store were too large to be rewritten.
        let content = DeletedContent(db: db, layout: layout, entities: [0], rewrittenSize: 0)
        #expect(try db.integer("PRAGMA freelist_count") != 0)
        var isFirst = true
        while try !content.mergeIndexes(isFirst: isFirst) { isFirst = false }
        var calls = 1
        while try !content.overwriteRows() { calls += 1 }
        #expect(calls > 1)
        #expect(try content.emptyLog())
        #expect(try filesWithSecret == [])
        #expect(try !db.contains(table: "swiftdata_erasure"))
        #expect(try db.text("PRAGMA integrity_check") == "ok")
    }

    @Test func everyFreePageOfALargeStoreIsOverwrittenCompletely() throws {
        // Pages that contain nothing else, so that any part of a page that remains is found.
        let text = String(repeating: Self.secret, count: 30_000)
        for _ in 1...7 { context.insert(Note(text)) }
        try context.save()
        try context.delete(model: Note.self)
        try context.save()
        try context.container.close()
        let schema = try ResolvedSchema(Schema([Note.self]))
        let db = try SQLiteDatabase(folder.path("test.store"))
        try SQLFunctions.install(in: db)
        let content = DeletedContent(
            db: db,
            layout: SchemaLayout(schema),
            entities: [0],
            rewrittenSize: 0
        )
        var isFirst = true
        while try !content.mergeIndexes(isFirst: isFirst) { isFirst = false }
        #expect(try db.integer("PRAGMA freelist_count") ?? 0 > 500)
        let size = try db.integer("PRAGMA page_count") ?? 0
        while try !content.overwriteRows() {}
        #expect(try content.emptyLog())
        #expect(try filesWithSecret == [])
        // The pages of the filling itself.
        #expect(try db.integer("PRAGMA page_count") ?? .max <= size + 4)
    }

    @Test func erasureOfALargeStoreContinuesAnInterruptedOne() throws {
        try deleteSecrets()
        try context.container.close()
        let schema = try ResolvedSchema(Schema([Note.self]))
        let content = DeletedContent(
            db: try SQLiteDatabase(folder.path("test.store")),
            layout: SchemaLayout(schema),
            entities: [0],
            rewrittenSize: 0
        )
        #expect(try !content.overwriteRows())
        // The store can be opened and erased afterwards.
        let reopened = ModelContext(
            try ModelContainer(
                for: Note.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
        #expect(try reopened.fetchCount(FetchDescriptor<Note>()) == 50)
        let db = try SQLiteDatabase(folder.path("test.store"), access: .readOnly)
        #expect(try !db.contains(table: "swiftdata_erasure"))
        var erasure = StoreErasure()
        while try !erasure.advance(in: reopened.container) {}
        #expect(try filesWithSecret == [])
    }

    @Test func logIsEmptiedOnceReadersFinish() throws {
        try deleteSecrets()
        let container = context.container
        let store = try #require(container.coordinator.stores.first?.store)
        try ModelContext(container).readSnapshot { _ in
            context.insert(Note("later"))
            try context.save()
            #expect(try !store.eraseDeletedContent(.emptyLog, isFirst: true))
        }
        #expect(try store.eraseDeletedContent(.emptyLog, isFirst: false))
        #expect(try folder.files()["test.store-wal"]?.isEmpty == true)
    }

    @Test func erasureIsBlockedWhileSomeoneReads() throws {
        try deleteSecrets()
        let container = context.container
        var erasure = StoreErasure()
        try ModelContext(container).readSnapshot { _ in
            var isComplete = false
            while !erasure.isBlocked, !isComplete {
                isComplete = try erasure.advance(in: container)
            }
            // Another attempt is possible.
            isComplete = try erasure.advance(in: container)
            #expect(!isComplete)
            #expect(erasure.isBlocked)
        }
        let isComplete = try erasure.advance(in: container)
        #expect(isComplete)
        #expect(!erasure.isBlocked)
        #expect(try filesWithSecret == [])
    }

    @Test func storesInMemoryAreErased() throws {
        let container = try ModelContainer(
            for: Note.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Note("a"))
        try context.save()
        var erasure = StoreErasure()
        while try !erasure.advance(in: container) {}
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    }
}
