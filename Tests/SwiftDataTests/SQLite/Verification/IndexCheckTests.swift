// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Indexes that lack rows of their tables, which SQLite does not notice in queries.
struct IndexCheckTests {
    enum Notes: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }

        @Model final class Note {
            #Index<Note>([\.number], [\.title])
            var number: Int
            var title: String
            init(_ number: Int) {
                self.number = number
                title = "note \(number)"
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try addNotes(1...50)
    }

    private func addNotes(_ numbers: ClosedRange<Int>) throws {
        try folder.using(Notes.self) { context in
            for number in numbers { context.insert(Notes.Note(number)) }
            try context.save()
        }
    }

    /// Adds notes that an index does not contain.
    private func addNotes(_ numbers: ClosedRange<Int>, without index: String) throws {
        let file = StoreFile(folder.store)
        var row: [_ColumnValue] = []
        try file.write { db in
            try db.step(
                "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = ?",
                binding: [.text(index)]
            ) { found in
                func text(_ column: Int32) -> _ColumnValue { .text(found.text(column) ?? "") }
                row = [text(0), text(1), text(2), .integer(found.integer(3)), text(4)]
            }
            try db.execute("PRAGMA writable_schema = ON")
            try db.run("DELETE FROM sqlite_schema WHERE name = ?", [.text(index)])
        }
        try addNotes(numbers)
        try file.write { db in
            try db.execute("PRAGMA writable_schema = ON")
            try db.run("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)
        }
    }

    private func check(structureLimit: Int64 = IndexCheck.structureLimit) throws {
        try StoreFile(folder.store).write { db in
            try IndexCheck(db, structureLimit: structureLimit).run()
        }
    }

    @Test(arguments: [IndexCheck.structureLimit, 0]) func intactIndexesPass(limit: Int64) throws {
        #expect(throws: Never.self) { try check(structureLimit: limit) }
    }

    @Test(arguments: ["Note_number_index", "Note_title_index"], [IndexCheck.structureLimit, 0])
    func rowsThatAnIndexLacksAreFound(index: String, limit: Int64) throws {
        try addNotes(51...60, without: index)
        let error = #expect(throws: StoreError.self) { try check(structureLimit: limit) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains(index) == true)
    }

    @Test func containerReportsTheDamage() throws {
        try addNotes(51...60, without: "Note_number_index")
        let container = try folder.open(Notes.self).container
        let error = #expect(throws: StoreError.self) { try container.checkIndexes() }
        #expect(error?.code == .damaged)
    }
}
