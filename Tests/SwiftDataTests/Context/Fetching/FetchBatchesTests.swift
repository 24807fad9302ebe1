// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Results that are loaded in batches.
@Suite struct FetchBatchesTests {
    @Model final class Stamp {
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    let container: ModelContainer
    let descriptor: FetchDescriptor<Stamp>

    init() throws {
        container = try ModelContainer(
            for: Stamp.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        for number in 0..<10 { context.insert(Stamp(number)) }
        try context.save()
        var descriptor = FetchDescriptor<Stamp>(sortBy: [SortDescriptor(\.number)])
        descriptor.includePendingChanges = false
        self.descriptor = descriptor
    }

    private func registered(in context: ModelContext) -> [Int] {
        context.graph.objects.identityMap.models
            .compactMap { $0 as? Stamp }.filter { !$0._$model.isFault }.map(\.number).sorted()
    }

    @Test func accessLoadsTheBatchOfAPosition() throws {
        let context = ModelContext(container)
        let stamps = try context.fetch(descriptor, batchSize: 4)
        #expect(registered(in: context) == [])
        #expect(stamps[5].number == 5)
        #expect(registered(in: context) == [4, 5, 6, 7])
    }

    @Test func collectionRetainsTwoBatches() throws {
        let context = ModelContext(container)
        let stamps = try context.fetch(descriptor, batchSize: 4)
        #expect(stamps.map(\.number) == Array(0..<10))
        #expect(registered(in: context) == Array(4..<10))
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
        #expect(stamps[0].number == 0)
        #expect(registered(in: context) == [0, 1, 2, 3, 8, 9])
    }

    @Test func deletedRowHasPlaceholders() throws {
        let stamps = try ModelContext(container).fetch(descriptor, batchSize: 4)
        let other = ModelContext(container)
        try other.delete(model: Stamp.self, where: #Predicate { $0.number == 5 })
        try other.save()
        #expect(stamps.map(\.number) == [0, 1, 2, 3, 4, 0, 6, 7, 8, 9])
    }

    @Test(arguments: [0, -1])
    func batchHasAtLeastOneModel(size: Int) throws {
        let stamps = try ModelContext(container).fetch(descriptor, batchSize: size)
        #expect(stamps.map(\.number) == Array(0..<10))
    }
}
