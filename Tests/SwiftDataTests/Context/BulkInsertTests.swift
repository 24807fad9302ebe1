// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// The memory that inserting many models in batches needs.
@Suite struct BulkInsertTests {
    /// Counts the models that exist at the same time.
    final class Population: Sendable {
        private let counts = Mutex((current: 0, highest: 0))
        func add() {
            counts.withLock { counts in
                counts.current += 1
                counts.highest = max(counts.highest, counts.current)
            }
        }
        func remove() { counts.withLock { $0.current -= 1 } }
        var highest: Int { counts.withLock { $0.highest } }
    }

    @Model final class Hive {
        var number: Int
        @Relationship(inverse: \Bee.hive) var bees: [Bee] = []
        init(_ number: Int) { self.number = number }
    }

    @Model final class Bee {
        var name: String
        var hive: Hive?
        @Transient var population: Population?
        init(_ name: String, hive: Hive, _ population: Population) {
            self.name = name
            self.hive = hive
            self.population = population
            population.add()
        }
        deinit { population?.remove() }
    }

    @Test func savedBatchesAreReleased() throws {
        let container = try ModelContainer(
            for: Hive.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let population = Population()
        let hive = Hive(1)
        context.insert(hive)
        for batch in 0..<20 {
            for number in 0..<100 {
                context.insert(Bee("\(batch)-\(number)", hive: hive, population))
            }
            try context.save()
        }
        #expect(try context.fetchCount(FetchDescriptor<Bee>()) == 2_000)
        #expect(population.highest <= 200)
    }
}
