// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Changes in the block of an enumeration.
@Suite struct EnumerateTests {
    @Model final class Boss {
        var name: String
        var rooms: [Office] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Office {
        @Relationship(inverse: \Boss.rooms) var boss: Boss?
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    let context: ModelContext
    let boss = Boss("Ann")

    init() throws {
        let container = try ModelContainer(
            for: Boss.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(boss)
        boss.rooms = [Office(1), Office(2)]
        try context.save()
    }

    @Test func enumerationAllowsChangesToRelatedModels() throws {
        try context.enumerate(FetchDescriptor<Office>(), batchSize: 1) { $0.boss = nil }
        try context.save()
        #expect(boss.rooms.isEmpty)
        let error = #expect(throws: SwiftDataError.self) {
            try context.enumerate(FetchDescriptor<Office>()) { _ in boss.name = "Eve" }
        }
        #expect(error == .modelValidationFailure)
    }

    @Test func enumerationAllowsDeletionsOfModelsWithInverses() throws {
        try context.enumerate(FetchDescriptor<Boss>(), batchSize: 1) { context.delete($0) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Boss>()) == 0)
        #expect(try context.fetch(FetchDescriptor<Office>()).allSatisfy { $0.boss == nil })
    }

    @Test func enumerationAllowsRelationshipsToBeEmptied() throws {
        try context.enumerate(FetchDescriptor<Boss>(), batchSize: 1) { $0.rooms = [] }
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Office>()).allSatisfy { $0.boss == nil })
    }

    @Test func enumerationIgnoresChangesFromBeforeABatch() throws {
        boss.name = "Eve"
        try context.enumerate(FetchDescriptor<Office>(), batchSize: 1) { $0.number += 10 }
        #expect(context.changedModelsArray.count == 3)
        let error = #expect(throws: SwiftDataError.self) {
            try context.enumerate(FetchDescriptor<Office>(), batchSize: 1) { office in
                guard office.number == 12 else { return }
                try context.save()
                boss.name = "Ann"
            }
        }
        #expect(error == .modelValidationFailure)
    }

    @Test func nestedEnumerationsCheckTheirOwnBatches() throws {
        let offices = FetchDescriptor<Office>()
        let error = #expect(throws: SwiftDataError.self) {
            try context.enumerate(FetchDescriptor<Boss>()) { boss in
                try context.enumerate(offices, batchSize: 1) { $0.number += 10 }
                boss.name = "Eve"
            }
        }
        #expect(error == .modelValidationFailure)
        try context.enumerate(FetchDescriptor<Boss>(), allowEscapingMutations: true) { boss in
            try context.enumerate(offices, batchSize: 1) { $0.number += 10 }
            boss.name = "Eve"
        }
        #expect(try context.fetch(offices).map(\.number).sorted() == [21, 22])
    }

    @Test(arguments: [2, 100])
    func blockMaySaveAndDelete(batchSize: Int) throws {
        for number in 10..<16 { context.insert(Office(number)) }
        let descriptor = FetchDescriptor<Office>(
            predicate: #Predicate { $0.number >= 10 },
            sortBy: [SortDescriptor(\.number)]
        )
        let offices = try context.fetch(descriptor)
        var seen: [Int] = []
        try context.enumerate(
            descriptor,
            batchSize: batchSize,
            allowEscapingMutations: true
        ) { office in
            seen.append(office.number)
            office.number += 100
            if office === offices[0] { context.delete(offices[3]) }
            if office === offices[1] { context.delete(offices[4]) }
            try context.save()
            if office === offices[1] { context.delete(offices[5]) }
        }
        #expect(seen == [10, 11, 12])
        let saved = try ModelContext(context.container).fetch(descriptor).map(\.number)
        #expect(saved == [110, 111, 112])
    }
}
