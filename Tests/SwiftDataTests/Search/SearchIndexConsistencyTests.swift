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

/// The full-text index after writes by other programs, after migrations and with several stores.
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
