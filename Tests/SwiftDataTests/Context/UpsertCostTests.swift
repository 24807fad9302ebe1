// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The cost of saving new models whose unique values are stored already.
@Suite struct UpsertCostTests {
    @Model final class Station {
        @Attribute(.unique) var code: String
        var name: String
        init(_ code: String, _ name: String) {
            self.code = code
            self.name = name
        }
    }

    /// Returns the number of instructions of SQLite for a save that updates `count` rows.
    private func instructionCount(ofUpdating count: Int) throws -> Int64 {
        let container = try ModelContainer(
            for: Station.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        /// Saves stations, and returns the number of instructions since the store was opened.
        func save(_ name: String) throws -> Int64 {
            let context = ModelContext(container)
            for number in 0..<count { context.insert(Station("\(number)", name)) }
            try context.save()
            return try context.coordinator.stores[0].store.read(for: StoreClient()) { session in
                let connection = try #require(session as? SQLiteConnection)
                let sum: SQLText = "SELECT sum(nstep) FROM sqlite_stmt"
                return try #require(try connection.db.integer(sum))
            }
        }
        let former = try save("old")
        let total = try save("new")
        let stations = try ModelContext(container).fetch(FetchDescriptor<Station>())
        #expect(stations.count == count)
        #expect(stations.allSatisfy { $0.name == "new" })
        return total - former
    }

    @Test func costIsLinearInTheModels() throws {
        let counts = try [500, 1_000, 2_000].map { try instructionCount(ofUpdating: $0) }
        #expect(counts[0] > 500)
        #expect(Double(counts[1]) < 2.5 * Double(counts[0]))
        #expect(Double(counts[2]) < 2.5 * Double(counts[1]))
    }
}
