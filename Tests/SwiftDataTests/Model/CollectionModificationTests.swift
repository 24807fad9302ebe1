// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import Synchronization
import Testing

@testable import SwiftData

/// Attributes that are collections, modified without being assigned.
@Suite struct CollectionModificationTests {
    @Model final class Chest {
        var numbers: [Int] = []
        var names: [String]?
        var counts: [String: Coin] = [:]
        var coins: [Coin] = []
        var labels: Set<String> = []
        var content = Data()
        @Attribute(.codable) var slots: [Coin] = []
        init() {}
    }

    /// A value whose references show whether the collection that contains it was copied.
    final class Coin: Codable {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    private let context: ModelContext
    private let chest = Chest()

    init() throws {
        let container = try ModelContainer(
            for: Chest.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(chest)
    }

    private func reloaded() throws -> Chest {
        let other = ModelContext(context.container)
        return try #require(try other.fetch(FetchDescriptor<Chest>()).first)
    }

    // MARK: In place

    @Test func elementOfALargeArrayIsSetWithoutACopy() throws {
        chest.numbers = Array(0..<10_000)
        try context.save()
        let before = chest.numbers.withUnsafeBufferPointer(\.baseAddress)
        for index in chest.numbers.indices { chest.numbers[index] += 1 }
        chest.numbers.removeLast()
        #expect(chest.numbers.withUnsafeBufferPointer(\.baseAddress) == before)
        try context.save()
        #expect(try reloaded().numbers == Array(1..<10_000))
    }

    @Test func elementsAreAppendedToALargeArrayWithoutACopy() {
        chest.names = Array(repeating: "a", count: 1_000)
        chest.names?.reserveCapacity(2_000)
        let before = chest.names?.withUnsafeBufferPointer(\.baseAddress)
        for index in 0..<1_000 { chest.names?.append("\(index)") }
        #expect(chest.names?.withUnsafeBufferPointer(\.baseAddress) == before)
        #expect(chest.names?.count == 2_000)
    }

    @Test func bytesOfLargeDataAreSetWithoutACopy() {
        chest.content = Data(count: 100_000)
        let before = chest.content.withUnsafeBytes(\.baseAddress)
        for index in 0..<1_000 { chest.content[index] = 7 }
        #expect(chest.content.withUnsafeBytes(\.baseAddress) == before)
        #expect(chest.content.prefix(1_001) == Data(repeating: 7, count: 1_000) + [0])
    }

    @Test func elementsOfLargeCodableCollectionsAreNotShared() {
        let range = 0..<1_000
        chest.coins = range.map(Coin.init)
        chest.slots = range.map(Coin.init)
        chest.counts = Dictionary(uniqueKeysWithValues: range.map { ("\($0)", Coin($0)) })
        #expect(isKnownUniquelyReferenced(&chest.coins[5]))
        #expect(isKnownUniquelyReferenced(&chest.slots[5]))
        #expect(isKnownUniquelyReferenced(&chest.counts["5", default: Coin(0)]))
        // A copy shares its elements, which shows that the test can fail.
        let copy = chest.coins
        #expect(!isKnownUniquelyReferenced(&chest.coins[5]))
        #expect(copy.count == 1_000)
    }

    @Test func modifiedCollectionsAreSaved() throws {
        try context.save()
        for number in 0..<2_000 {
            chest.numbers.append(number)
            chest.labels.insert("\(number)")
            chest.counts["\(number % 700)"] = Coin(number)
        }
        #expect(context.hasChanges)
        try context.save()
        let found = try reloaded()
        #expect(found.numbers == Array(0..<2_000))
        #expect(found.labels.count == 2_000)
        #expect(found.counts["1"]?.value == 1_401)
    }

    // MARK: Accesses during a modification

    @Test func observersReadTheFormerValueAndTheNewOneAfterwards() {
        chest.numbers = Array(0..<1_000)
        let counts = Mutex<[Int]>([])
        nonisolated(unsafe) let chest = chest
        withObservationTracking {
            _ = chest.numbers
        } onChange: {
            counts.withLock { $0.append(chest.numbers.count) }
        }
        chest.numbers.append(1)
        #expect(counts.withLock { $0 } == [1_000])
        #expect(chest.numbers.count == 1_001)
    }

    @Test func readOfASmallCollectionDuringItsModificationReturnsTheFormerValue() {
        chest.numbers = [1, 2, 2, 3]
        chest.numbers.removeAll { number in chest.numbers.count { $0 == number } > 1 }
        #expect(chest.numbers == [1, 3])
    }

    @Test func readOfALargeCollectionDuringItsModificationIsReported() throws {
        chest.numbers = Array(0..<1_000)
        try context.save()
        let (counts, warnings) = collectingRuntimeWarnings {
            var counts: Set<Int> = []
            chest.numbers.removeAll { number in
                if number < 2 { counts.insert(chest.numbers.count) }
                return number.isMultiple(of: 2)
            }
            return counts
        }
        #expect(counts == [1_000])
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("Chest.numbers was read while it was modified") == true)
        #expect(chest.numbers == Array(stride(from: 1, to: 1_000, by: 2)))
        try context.save()
        #expect(try reloaded().numbers.count == 500)
    }

    @Test func modificationWithinAModificationIsReplacedByItsResult() {
        chest.numbers = [1, 2, 3]
        chest.numbers.removeAll { number in
            chest.numbers.append(number + 10)
            return number == 2
        }
        #expect(chest.numbers == [1, 3])
    }

    @Test func modificationThatThrowsKeepsItsChanges() throws {
        struct Stop: Error {}
        func changeAndThrow(_ numbers: inout [Int]) throws {
            numbers.removeLast(999)
            throw Stop()
        }
        chest.numbers = Array(0..<1_000)
        #expect(throws: Stop.self) { try changeAndThrow(&chest.numbers) }
        #expect(chest.numbers == [0])
        try context.save()
        #expect(try reloaded().numbers == [0])
    }

    // MARK: Undo and rollback

    @Test func modificationsAreUndoneTogether() throws {
        let undoManager = UndoManager()
        context.undoManager = undoManager
        chest.numbers = Array(0..<1_000)
        try context.save()
        for number in 0..<10 { chest.numbers.append(number) }
        context.processPendingChanges()
        undoManager.undo()
        #expect(chest.numbers == Array(0..<1_000))
        undoManager.redo()
        #expect(chest.numbers.count == 1_010)
    }

    @Test func rollbackRestoresTheSavedCollection() throws {
        chest.numbers = Array(0..<1_000)
        try context.save()
        chest.numbers.append(7)
        context.rollback()
        #expect(chest.numbers == Array(0..<1_000))
    }

    @Test func collectionOfADeletedModelCanBeModified() throws {
        chest.numbers = Array(0..<1_000)
        try context.save()
        context.delete(chest)
        try context.save()
        chest.numbers.append(7)
        #expect(chest.numbers.count == 1_001)
    }

    @Test func collectionOfAnUnloadedRowIsLoadedFirst() throws {
        chest.numbers = Array(0..<1_000)
        try context.save()
        let other = ModelContext(context.container)
        let fault = try #require(other.model(for: chest.persistentModelID) as? Chest)
        fault.numbers.append(1_000)
        #expect(fault.numbers == Array(0...1_000))
        try other.save()
        #expect(try reloaded().numbers.count == 1_001)
    }
}
