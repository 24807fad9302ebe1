// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model
private final class Note {
    @Attribute(.spotlight) var text: String
    var count = 0

    init(_ text: String) { self.text = text }
}

/// The segments of a full-text index after many commits.
@Suite struct FullTextMergingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func context() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Note.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
    }

    private func read<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        try body(try SQLiteDatabase(folder.path("test.store")))
    }

    /// The number of segments, as the structure record of FTS5 contains it.
    private func segmentCount() throws -> Int {
        try read { db in
            // A cookie of four bytes, then the numbers of levels and of segments.
            let record = try db.text("SELECT hex(block) FROM Note_search_data WHERE id = 10")
            let digits = try #require(record).dropFirst(10).prefix(2)
            return try #require(Int(digits, radix: 16))
        }
    }

    private func automaticMerging() throws -> Int64? {
        try read { try $0.integer("SELECT v FROM Note_search_config WHERE k = 'automerge'") }
    }

    @Test(arguments: [1, 100])
    func segmentsAreMergedWhileRowsAreInserted(rowsPerCommit: Int) throws {
        let context = try context()
        for commit in 0..<200 {
            for row in 0..<rowsPerCommit {
                context.insert(Note("shared word\(commit) number\(row)"))
            }
            try context.save()
        }
        #expect(try segmentCount() < 24)
        let all = SearchDescriptor<Note>(try FullTextQuery("shared"))
        #expect(try context.search(all).count == 200 * rowsPerCommit)
        let some = SearchDescriptor<Note>(try FullTextQuery("word7"))
        #expect(try context.search(some).count == rowsPerCommit)
    }

    @Test func segmentsAreMergedWhileRowsAreChangedAndDeleted() throws {
        let context = try context()
        let notes = (0..<200).map { Note("text \($0)") }
        for note in notes { context.insert(note) }
        try context.save()
        for note in notes { note.text += " changed" }
        try context.save()
        for note in notes.dropLast(3) { context.delete(note) }
        try context.save()
        #expect(try segmentCount() < 24)
        let query = SearchDescriptor<Note>(try FullTextQuery("changed"))
        #expect(try context.search(query).count == 3)
    }

    @Test func storeWithAutomaticMergingIsChanged() throws {
        try context().container.close()
        #expect(try automaticMerging() == 0)
        try read { db in
            try db.execute("INSERT INTO Note_search(Note_search, rank) VALUES ('automerge', 4)")
        }
        #expect(try automaticMerging() == 4)
        try context().container.close()
        #expect(try automaticMerging() == 0)
    }

    @Test func storeWhoseIndexLacksItsSettingsCanBeOpened() throws {
        let first = try context()
        first.insert(Note("read nevertheless"))
        try first.save()
        try first.container.close()
        try read { try $0.execute("DROP TABLE Note_search_config") }
        let notes = try context().fetch(FetchDescriptor<Note>())
        #expect(notes.map(\.text) == ["read nevertheless"])
    }

    @Test func pagesToMergeAreProportionalToThoseAdded() {
        let merging = FullTextMerging(entityCount: 2)
        let page = FullTextMerging.pageSize
        // A short commit adds a page.
        #expect((1...7).allSatisfy { _ in merging.pageCount(adding: 10, to: 0) == nil })
        #expect(merging.pageCount(adding: 10, to: 1) == nil)
        #expect(merging.pageCount(adding: 10, to: 0) == 128)
        #expect(merging.pageCount(adding: 10 * page, to: 0) == 160)
        #expect(merging.pageCount(adding: 100_000 * page, to: 0) == 2_048)
    }
}
