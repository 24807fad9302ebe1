// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Stores of which only the pages of an index are damaged.
struct IndexRepairTests {
    enum Notes: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }

        @Model final class Note {
            #Index<Note>([\.number])
            @Attribute(.unique) var title: String
            @Attribute(.spotlight) var text: String
            var number: Int
            init(_ number: Int) {
                self.number = number
                title = "a note with the number \(number)"
                text = "word\(number)"
            }
        }
    }

    private static let count = 500
    private let folder: TemporaryFolder
    private var file: StoreFile { StoreFile(folder.store) }
    private var configuration: ModelConfiguration { ModelConfiguration(url: folder.store) }

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(Notes.self) { context in
            for number in 0..<Self.count { context.insert(Notes.Note(number)) }
            try context.save()
        }
        try file.write { try $0.execute("PRAGMA journal_mode = DELETE") }
    }

    /// Overwrites pages of a table or an index with zeros: its first one, or all that it refers to.
    private func damage(_ name: String, isRoot: Bool) throws {
        var (root, size) = (Int64(0), Int64(0))
        try file.write { db in
            root =
                try db.integer(
                    "SELECT rootpage FROM sqlite_schema WHERE name = \(bind: .text(name))"
                ) ?? 0
            size = try db.integer("PRAGMA page_size") ?? 0
        }
        let handle = try FileHandle(forUpdating: folder.store)
        defer { try? handle.close() }
        func offset(_ page: Int64) -> UInt64 { UInt64((page - 1) * size) }
        try handle.seek(toOffset: offset(root))
        let page = [UInt8](try #require(try handle.read(upToCount: Int(size))))
        // The last child of an inner page, of a table or of an index.
        try #require([2, 5].contains(page[0]))
        let child = page[8..<12].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        try handle.seek(toOffset: offset(isRoot ? root : child))
        try handle.write(contentsOf: Data(count: Int(size)))
    }

    private func verify() throws -> StoreVerification { try configuration.verifyStore([]) }

    @Test(arguments: ["Note_number_index", "Note_title_unique"], [true, false])
    func damagedIndexIsMadeAgainInACopy(index: String, isRoot: Bool) throws {
        try damage(index, isRoot: isRoot)
        let before = try Data(contentsOf: folder.store)
        let found = try verify()
        #expect(!found.problems.isEmpty)
        #expect(found.needsOnlyIndexes)
        let kept = try #require(try configuration.rebuildIndexes())
        #expect(try Data(contentsOf: kept) == before)
        let repaired = try verify()
        #expect(repaired.problems == [])
        #expect(!repaired.needsOnlyIndexes)
        let context = try folder.open(Notes.self)
        #expect(try context.fetchCount(FetchDescriptor<Notes.Note>()) == Self.count)
        let one = FetchDescriptor<Notes.Note>(predicate: #Predicate { $0.number == 7 })
        #expect(try context.fetch(one).map(\.text) == ["word7"])
        let query = try FullTextQuery("word8")
        #expect(try context.search(SearchDescriptor<Notes.Note>(query)).count == 1)
        context.insert(Notes.Note(Self.count))
        try context.save()
    }

    @Test func damagedTableIsNotChanged() throws {
        try damage("Note", isRoot: false)
        let before = try Data(contentsOf: folder.store)
        let found = try verify()
        #expect(!found.problems.isEmpty)
        #expect(!found.needsOnlyIndexes)
        let error = #expect(throws: StoreError.self) { _ = try configuration.rebuildIndexes() }
        #expect(error?.code == .damaged)
        #expect(try Data(contentsOf: folder.store) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasPrefix("replaced-") || $0.hasSuffix(".partial") })
    }

    @Test func rowsThatMustDifferAreNamed() throws {
        try file.write { db in
            try db.execute("PRAGMA writable_schema = ON")
            try db.execute("DELETE FROM sqlite_schema WHERE name = 'Note_search_update'")
            try db.execute("PRAGMA writable_schema = RESET")
            try db.execute("PRAGMA writable_schema = ON")
            try db.run(
                "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE ', '') WHERE name = ?",
                [.text("Note_title_unique")]
            )
            try db.execute("PRAGMA writable_schema = RESET")
            try db.execute("UPDATE Note SET title = 'same' WHERE number < 2")
            try db.execute("PRAGMA writable_schema = ON")
            try db.run(
                "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE ', 'CREATE UNIQUE ') "
                    + "WHERE name = ?",
                [.text("Note_title_unique")]
            )
        }
        #expect(try verify().problems.isEmpty == false)
        let error = #expect(throws: StoreError.self) { _ = try configuration.rebuildIndexes() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("rows that must differ are equal") == true)
    }

    @Test func intactStoreIsChangedInItsPlace() throws {
        #expect(try configuration.rebuildIndexes() == nil)
        #expect(try verify().problems == [])
    }
}
