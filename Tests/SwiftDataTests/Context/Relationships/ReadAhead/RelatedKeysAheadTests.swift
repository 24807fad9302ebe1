// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The keys of rows to which deletions cascade, read for several owners at once.
@Suite struct RelatedKeysAheadTests {
    @Model final class Shelf {
        var number: Int
        @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
        init(_ number: Int) { self.number = number }
    }

    @Model final class Volume {
        var title: String
        var shelf: Shelf?
        init(_ title: String) { self.title = title }
    }

    /// Refers to a volume without an inverse.
    @Model final class Card {
        var volume: Volume?
        init() {}
    }

    private let container: ModelContainer
    private let context: ModelContext
    private let shelves: [Shelf]

    init() throws {
        container = try ModelContainer(
            for: Shelf.self,
            Card.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        for number in 0..<40 {
            let shelf = Shelf(number)
            writer.insert(shelf)
            shelf.volumes = (0..<number % 3).map { Volume("\(number)/\($0)") }
        }
        try writer.save()
        context = ModelContext(container)
        context.graph.relationshipReader = ReadAheadLoader(context.graph)
        shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
    }

    private var property: PropertyDescription {
        get throws {
            try #require(shelves[0]._$model.entity?.property(named: "volumes"))
        }
    }

    private func titles() throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Volume>()).map(\.title).sorted()
    }

    private static func titles(of shelves: some Sequence<Int>) -> [String] {
        shelves.flatMap { number in (0..<number % 3).map { "\(number)/\($0)" } }.sorted()
    }

    // MARK: Values

    @Test func keysAreThoseOfTheirOwner() throws {
        var keys = RelatedKeysAhead()
        let property = try property
        let pairs = [(9, 4), (3, 1), (9, 2), (3, 7)].map { RelatedKeys(owner: $0, target: $1) }
        keys.insert(pairs, of: [9, 5, 3], by: property, at: 1)
        #expect(keys.keys(of: 3, by: property, at: 1) == [1, 7])
        #expect(keys.keys(of: 5, by: property, at: 1) == [])
        #expect(keys.keys(of: 9, by: property, at: 1) == [4, 2])
        for unread: Int64 in [0, 4, 6, 10] {
            #expect(keys.keys(of: unread, by: property, at: 1) == nil)
        }
    }

    @Test func keysOfAnEarlierPositionAreNotUsed() throws {
        var keys = RelatedKeysAhead()
        let property = try property
        #expect(keys.keys(of: 3, by: property, at: 1) == nil)
        keys.insert([RelatedKeys(owner: 3, target: 1)], of: [3], by: property, at: 1)
        #expect(keys.keys(of: 3, by: property, at: 2) == nil)
        keys.insert([], of: [3], by: property, at: 2)
        #expect(keys.keys(of: 3, by: property, at: 2) == [])
    }

    // MARK: Deletions

    @Test(arguments: [true, false])
    func rowsOfAllDeletedOwnersAreDeleted(isReversed: Bool) throws {
        let deleted = isReversed ? shelves.reversed() : shelves
        for shelf in deleted where shelf.number % 5 > 0 { context.delete(shelf) }
        try context.save()
        #expect(try titles() == Self.titles(of: stride(from: 0, to: 40, by: 5)))
    }

    @Test func rowThatAnotherContextMovesIsKept() throws {
        for shelf in shelves[..<20] { context.delete(shelf) }
        let other = ModelContext(container)
        let moved = try other.fetch(
            FetchDescriptor<Volume>(predicate: #Predicate { $0.title == "23/0" })
        )
        let last = try other.fetch(
            FetchDescriptor<Shelf>(predicate: #Predicate { $0.number == 39 })
        )
        moved[0].shelf = last[0]
        try other.save()
        for shelf in shelves[20..<30] { context.delete(shelf) }
        try context.save()
        #expect(try titles() == (["23/0"] + Self.titles(of: 30..<40)).sorted())
    }

    @Test func restoredOwnerHasItsRowsAndCanBeDeletedAgain() throws {
        for shelf in shelves[..<10] { context.delete(shelf) }
        context.insert(shelves[5])
        #expect(shelves[5].volumes.map(\.title).sorted() == ["5/0", "5/1"])
        context.delete(shelves[5])
        try context.save()
        #expect(try titles() == Self.titles(of: 10..<40))
    }

    @Test func referenceToADeletedRowThatIsClearedIsAnUpdate() throws {
        let writer = ModelContext(container)
        let volumes = FetchDescriptor<Volume>(predicate: #Predicate { $0.title == "4/0" })
        let card = Card()
        writer.insert(card)
        card.volume = try writer.fetch(volumes).first
        try writer.save()
        let copy = try #require(try context.fetch(FetchDescriptor<Card>()).first)
        copy.volume = nil
        context.delete(shelves[4])
        try context.save()
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let changes = try #require(history.last).changes
        #expect(changes.count == 3)
        #expect(changes.contains { $0.changedPersistentIdentifier == copy.persistentModelID })
    }

    @Test func deletionsAreUnchangedWithoutReadingAhead() throws {
        context.graph.relationshipReader = context.graph.relationshipLoader
        for shelf in shelves[..<30] { context.delete(shelf) }
        try context.save()
        #expect(try titles() == Self.titles(of: 30..<40))
    }
}
