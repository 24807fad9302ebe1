// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

enum MemosV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Memo.self] }

    @Model final class Memo {
        @Attribute(.spotlight) var note: String?
        var number: Int
        init(_ note: String?, _ number: Int) {
            self.note = note
            self.number = number
        }
    }
}

enum MemosV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Memo.self] }

    @Model final class Memo {
        @Attribute(.spotlight) var note: String = "untitled"
        var number: Int
        init(_ note: String, _ number: Int) {
            self.note = note
            self.number = number
        }
    }
}

/// The full-text index after writes by other programs, with old formats and several stores.
struct SearchIndexConsistencyTests {
    @Model final class Other {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    private typealias Memo = MemosV1.Memo

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Executes a statement on the store file while no container has it open.
    private func sqlite(_ statement: String, in name: String = "test.store") throws {
        let file = StoreFile(folder.url.appending(path: name))
        try file.write { try $0.execute(statement) }
    }

    /// Runs the integrity check of FTS5, which compares the index with the rows.
    private func checkIndex() throws {
        try sqlite("INSERT INTO Memo_search(Memo_search, rank) VALUES ('integrity-check', 1)")
    }

    private func insertForeignRow() throws {
        try sqlite("INSERT INTO Memo(_pk, note, number) VALUES (100, 'snow storm', 9)")
    }

    private func addRainyMemos() throws {
        try folder.using(MemosV1.self) { context in
            for number in 0..<3 { context.insert(Memo("rain \(number)", number)) }
            try context.save()
        }
    }

    // MARK: Other programs

    @Test func foreignRowIsIndexedWhenUpdated() throws {
        try addRainyMemos()
        try insertForeignRow()
        try folder.using(MemosV1.self) { context in
            let nine = FetchDescriptor<Memo>(predicate: #Predicate { $0.number == 9 })
            try #require(try context.fetch(nine).first).note = "hail"
            try context.save()
            let found = try context.search(SearchDescriptor<Memo>(FullTextQuery("hail")))
            #expect(found.map(\.model.number) == [9])
        }
        try checkIndex()
    }

    @Test func deletingForeignRowKeepsIndexIntact() throws {
        try addRainyMemos()
        try insertForeignRow()
        try sqlite("DELETE FROM Memo WHERE _pk = 100")
        try checkIndex()
        try folder.using(MemosV1.self) { context in
            for memo in try context.fetch(FetchDescriptor<Memo>()) {
                context.delete(memo)
                try context.save()
            }
            #expect(try context.fetchCount(FetchDescriptor<Memo>()) == 0)
        }
        try checkIndex()
    }

    // MARK: Old formats

    @Test func openingOldFormatReplacesTriggers() throws {
        try addRainyMemos()
        for trigger in ["delete", "update"] { try sqlite("DROP TRIGGER Memo_search_\(trigger)") }
        try sqlite(
            """
            CREATE TRIGGER Memo_search_delete AFTER DELETE ON Memo BEGIN
                INSERT INTO Memo_search(Memo_search, rowid, note)
                VALUES ('delete', old._pk, old.note);
            END
            """
        )
        try sqlite(
            """
            CREATE TRIGGER Memo_search_insert AFTER INSERT ON Memo BEGIN
                INSERT INTO Memo_search(rowid, note) VALUES (new._pk, new.note);
            END
            """
        )
        try sqlite("ALTER TABLE swiftdata_change DROP COLUMN count")
        try sqlite("UPDATE swiftdata_metadata SET value = '1' WHERE name = 'format'")
        try folder.using(MemosV1.self) { context in
            context.insert(Memo("more rain", 4))
            try context.save()
            let found = try context.search(SearchDescriptor<Memo>(FullTextQuery("rain")))
            #expect(found.count == 4)
        }
        try checkIndex()
        try insertForeignRow()
        try sqlite("DELETE FROM Memo WHERE _pk = 100")
        try checkIndex()
    }

    /// Gives the store an older format, whose index divides texts by another tokenizer.
    private func rebuildIndex(tokenizer: String, format: Int) throws {
        try sqlite(
            """
            DROP TABLE Memo_search;
            CREATE VIRTUAL TABLE "Memo_search" USING fts5("note", content="Memo", \
            content_rowid="_pk", tokenize='\(tokenizer)');
            INSERT INTO Memo_search(Memo_search) VALUES ('rebuild');
            UPDATE swiftdata_metadata SET value = '\(format)' WHERE name = 'format'
            """
        )
    }

    @Test func indexOfAnOldFormatIsBuiltAgain() throws {
        try folder.using(MemosV1.self) { context in
            for (number, note) in ["昨日は東京都へ", "rain 🎉", "naïve"].enumerated() {
                context.insert(Memo(note, number))
            }
            try context.save()
        }
        try rebuildIndex(tokenizer: "unicode61 remove_diacritics 2", format: 3)
        try checkIndex()
        func found(_ word: String, _ context: ModelContext) throws -> [Int] {
            try context.search(SearchDescriptor<Memo>(FullTextQuery(word))).map(\.model.number)
        }
        try folder.using(MemosV1.self) { context in
            #expect(try found("東京", context) == [0])
            #expect(try found("🎉", context) == [1])
            #expect(try found("naive", context) == [2])
            for memo in try context.fetch(FetchDescriptor<Memo>()) where memo.number == 0 {
                memo.note = "大阪"
            }
            try context.save()
            #expect(try found("東京", context) == [])
            #expect(try found("阪", context) == [0])
        }
        try checkIndex()
    }

    /// Gives the store the format before the diacritics of Greek and Cyrillic letters were removed,
    /// with an index that lacks its last row.
    private func makeFormat5() throws {
        try folder.using(MemosV1.self) { context in
            context.insert(Memo("ёлка", 1))
            context.insert(Memo("елка", 2))
            try context.save()
        }
        try sqlite(
            """
            DROP TABLE Memo_search;
            CREATE VIRTUAL TABLE "Memo_search" USING fts5("note", content="Memo", \
            content_rowid="_pk", tokenize='swiftdata');
            INSERT INTO Memo_search(rowid, note) SELECT _pk, note FROM Memo WHERE number = 1;
            INSERT INTO swiftdata_metadata SELECT 'unindexedAfter.Memo', CAST(_pk AS TEXT) \
            FROM Memo WHERE number = 1;
            UPDATE swiftdata_metadata SET value = '5' WHERE name = 'format'
            """
        )
    }

    private func hasBound() throws -> Bool {
        let path = folder.store.path(percentEncoded: false)
        return try UnindexedRows.bound(of: "Memo", in: SQLiteDatabase(path, access: .readOnly))
            != nil
    }

    @Test func indexWithDiacriticsIsBuiltAgain() throws {
        try makeFormat5()
        #expect(try hasBound())
        try folder.using(MemosV1.self) { context in
            #expect(try !hasBound())
            for word in ["ёлка", "елка"] {
                let query = SearchDescriptor<Memo>(try FullTextQuery(word))
                #expect(try context.search(query).count == 2)
            }
        }
        try checkIndex()
    }

    @Test func indexWhoseWordsEndAtMarksIsBuiltAgain() throws {
        try folder.using(MemosV1.self) { context in
            context.insert(Memo("हिन्दी", 1))
            context.insert(Memo("ภาษาไทย", 2))
            try context.save()
        }
        try rebuildIndex(tokenizer: "swiftdata base_letters", format: 6)
        try checkIndex()
        try folder.using(MemosV1.self) { context in
            for (word, count) in [("हिन्दी", 1), ("हान्दी", 0), ("ไทย", 1)] {
                let query = SearchDescriptor<Memo>(try FullTextQuery(word))
                #expect(try context.search(query).count == count)
            }
        }
        try checkIndex()
    }

    @Test func indexWithLigaturesIsBuiltAgain() throws {
        try folder.using(MemosV1.self) { context in
            context.insert(Memo("Straße", 1))
            try context.save()
        }
        try rebuildIndex(tokenizer: "swiftdata base_letters marks", format: 7)
        try checkIndex()
        try folder.using(MemosV1.self) { context in
            for word in ["strasse", "Straße"] {
                let query = SearchDescriptor<Memo>(try FullTextQuery(word))
                #expect(try context.search(query).count == 1)
            }
        }
        try checkIndex()
    }

    @Test func migrationBuildsAnIndexWithDiacriticsAgain() throws {
        try makeFormat5()
        try folder.using(MemosV2.self) { context in
            let query = try FullTextQuery("елка")
            #expect(try context.search(SearchDescriptor<MemosV2.Memo>(query)).count == 2)
        }
        try checkIndex()
    }

    @Test func migrationBuildsAnIndexOfAnOldFormatAgain() throws {
        try folder.using(MemosV1.self) { context in
            context.insert(Memo("昨日は東京都へ", 1))
            try context.save()
        }
        try rebuildIndex(tokenizer: "unicode61 remove_diacritics 2", format: 3)
        try folder.using(MemosV2.self) { context in
            let query = try FullTextQuery("東京")
            #expect(try context.search(SearchDescriptor<MemosV2.Memo>(query)).count == 1)
        }
        try checkIndex()
    }

    @Test func migratedDefaultValueIsIndexed() throws {
        try folder.using(MemosV1.self) { context in
            context.insert(Memo(nil, 1))
            context.insert(Memo("rain", 2))
            try context.save()
        }
        try folder.using(MemosV2.self) { context in
            let query = try FullTextQuery("untitled")
            let found = try context.search(SearchDescriptor<MemosV2.Memo>(query))
            #expect(found.map(\.model.number) == [1])
        }
        try checkIndex()
    }

    // MARK: Several stores

    private func twoStores() throws -> ModelContainer {
        func configuration(
            _ name: String,
            _ type: any PersistentModel.Type
        ) -> ModelConfiguration {
            let url = folder.url.appending(path: "\(name).store")
            return ModelConfiguration(name, schema: Schema([type]), url: url)
        }
        return try ModelContainer(
            for: Schema([Memo.self, Other.self]),
            configurations: [configuration("l", Memo.self), configuration("r", Other.self)]
        )
    }

    @Test func indexFailureRollsBackEveryStore() throws {
        do {
            let context = ModelContext(try twoStores())
            context.insert(Memo("rain", 1))
            try context.save()
        }
        try sqlite("DELETE FROM Memo_search_data", in: "l.store")
        let context = ModelContext(try twoStores())
        context.insert(Memo("snow", 2))
        context.insert(Other(7))
        #expect(throws: StoreError.self) { try context.save() }
        let reader = ModelContext(context.container)
        #expect(try reader.fetchCount(FetchDescriptor<Other>()) == 0)
        #expect(try reader.fetchCount(FetchDescriptor<Memo>()) == 1)
    }

    @Test func eraseEmptiesEveryStore() throws {
        let container = try twoStores()
        let context = ModelContext(container)
        context.insert(Memo("rain", 1))
        context.insert(Other(7))
        try context.save()
        try container.erase()
        let reader = ModelContext(container)
        #expect(try reader.fetchCount(FetchDescriptor<Memo>()) == 0)
        #expect(try reader.fetchCount(FetchDescriptor<Other>()) == 0)
    }
}
