// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The rows of the history: one for the same change of models with consecutive keys.
struct HistoryRunTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Model final class Stone {
        var weight: Int
        @Attribute(.preserveValueOnDeletion) var name: String

        init(_ weight: Int) {
            self.weight = weight
            name = "stone \(weight)"
        }
    }

    private func open(allowsSave: Bool = true) throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.store, allowsSave: allowsSave)
        return ModelContext(try ModelContainer(for: Stone.self, configurations: configuration))
    }

    private func rows() throws -> Int64? {
        var count: Int64?
        try StoreFile(folder.store).write { db in
            count = try db.integer("SELECT count(*) FROM swiftdata_change")
        }
        return count
    }

    /// Saves stones, then changes and deletes some of them.
    private func fill() throws {
        let context = try open()
        let stones = (1...100).map { Stone($0) }
        for stone in stones { context.insert(stone) }
        try context.save()
        for stone in stones[10..<30] { stone.weight = 0 }
        for stone in stones[30..<40] { stone.name = "pebble" }
        stones[50].weight = 7
        try context.save()
        for stone in stones[60..<63] { context.delete(stone) }
        try context.save()
        try context.container.close()
    }

    /// The kinds, keys and properties of all changes.
    private func changes(_ context: ModelContext) throws -> [String] {
        try context.coordinator.stores[0].store.read(for: StoreClient()) { reader in
            try reader.history(HistoryRequest()).flatMap(\.changes).map { change in
                let key = change.identifier.integerKey ?? 0
                let names = (change.properties + change.tombstone.keys).joined(separator: " ")
                return "\(change.operation) \(key) \(names)"
            }
        }
    }

    private var expected: [String] {
        (1...100).map { "insert \($0) " } + (11...30).map { "update \($0) weight" }
            + (31...40).map { "update \($0) name" } + ["update 51 weight"]
            + (61...63).map { "delete \($0) name" }
    }

    @Test func sameChangesOfConsecutiveModelsAreOneRow() throws {
        try fill()
        #expect(try rows() == 1 + 3 + 3)
        #expect(try changes(open()) == expected)
    }

    @Test(arguments: [-1, 0, 1_000_000_000])
    func impossibleNumberOfChangesIsReported(count: Int) throws {
        try fill()
        try StoreFile(folder.store).write { db in
            try db.execute("UPDATE swiftdata_change SET count = \(count) WHERE sequence = 1")
        }
        let error = #expect(throws: StoreError.self) { _ = try changes(open()) }
        #expect(error?.code == .failed)
    }
}
