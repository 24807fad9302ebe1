// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Rows that follow the changes of contexts, compared with a fetch.
struct ResultsControllerTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let other: ModelContext

    init() throws {
        container = try .fleet()
        context = ModelContext(container)
        other = ModelContext(container)
    }

    private func controller(
        _ descriptor: FetchDescriptor<Ship>,
        sectionBy: PartialKeyPath<Ship>? = nil
    ) throws -> ResultsController<Ship> {
        try ResultsController(descriptor, sectionBy: sectionBy, in: context)
    }

    private func names(_ controller: ResultsController<Ship>) throws -> [String] {
        _ = try controller.update()
        return controller.rows.keys.compactMap { key in
            (context.graph.objects.objectOrFault(controller.entity, key: key) as? Ship)?.name
        }
    }

    private func insert(_ names: [String]) throws {
        for name in names { other.insert(Ship(name)) }
        try other.save()
    }

    private var byName: FetchDescriptor<Ship> { FetchDescriptor(sortBy: [SortDescriptor(\.name)]) }

    // MARK: Sources of changes

    @Test func unsavedChangesAndTheirRollbackAreIncluded() throws {
        try insert(["Ant", "Bee"])
        let controller = try controller(byName)
        let ship = Ship("Cat")
        context.insert(ship)
        #expect(try names(controller) == ["Ant", "Bee", "Cat"])
        ship.name = "Aardvark"
        #expect(try names(controller) == ["Aardvark", "Ant", "Bee"])
        context.delete(try #require(try context.fetch(byName).last))
        #expect(try names(controller) == ["Aardvark", "Ant"])
        context.rollback()
        #expect(try names(controller) == ["Ant", "Bee"])
    }

    @Test func savesOfOtherContextsAreIncluded() throws {
        try insert(["Ant", "Bee"])
        let controller = try controller(byName)
        let bee = try #require(try other.fetch(byName).last)
        bee.name = "Aardvark"
        other.insert(Ship("Dog"))
        #expect(try names(controller) == ["Ant", "Bee"])
        try other.save()
        #expect(try names(controller) == ["Aardvark", "Ant", "Dog"])
    }

    @Test func savesAreIncludedWithoutUnsavedChanges() throws {
        var descriptor = byName
        descriptor.includePendingChanges = false
        let controller = try controller(descriptor)
        context.insert(Ship("Ant"))
        #expect(try names(controller) == [])
        try context.save()
        #expect(try names(controller) == ["Ant"])
    }

    @Test func resetFetchesAllRowsAgain() throws {
        try insert(["Ant", "Bee"])
        let controller = try controller(byName)
        try container.erase()
        #expect(try names(controller) == [])
    }

    @Test func missedChangesFetchAllRowsAgain() throws {
        let controller = try controller(byName)
        for number in 0..<2_100 {
            container.coordinator.changes.publish(.init(), from: 9 + UInt64(number))
        }
        try insert(["Ant"])
        #expect(try names(controller) == ["Ant"])
    }

    @Test func changesOfManyRowsAreNotListed() throws {
        try insert(["Ant"])
        let controller = try controller(byName)
        var changes = ContextChanges()
        changes.rows[controller.entity.index] = .init(updated: Array(0..<20_000))
        container.coordinator.changes.publish(changes, from: 99)
        context.processPendingChanges()
        #expect(controller.changes.keys.isEmpty)
        #expect(controller.changes.includesEverything)
        context.insert(Ship("Bee"))
        #expect(controller.changes.keys.isEmpty)
        #expect(try names(controller) == ["Ant", "Bee"])
        #expect(controller.changes.isEmpty)
    }

    @Test func upsertReplacesTheNewRowByTheStoredOne() throws {
        let container = try ModelContainer(
            for: Tally.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Tally("a", 1))
        context.insert(Tally("b", 2))
        try context.save()
        let controller = try ResultsController(
            FetchDescriptor<Tally>(sortBy: [SortDescriptor(\.count)]),
            sectionBy: nil,
            in: context
        )
        let stored = controller.rows.keys
        context.insert(Tally("a", 3))
        _ = try controller.update()
        #expect(controller.rows.keys.count == 3)
        try context.save()
        _ = try controller.update()
        #expect(controller.rows.keys == stored.reversed())
    }

    // MARK: Related models

    @Test func changeOfARelatedModelMovesTheRowsThatReferToIt() throws {
        let (north, south) = (Harbor("North"), Harbor("South"))
        for harbor in [north, south] { context.insert(harbor) }
        for (name, harbor) in [("Ant", south), ("Bee", north), ("Cat", south)] {
            context.insert(Ship(name, home: harbor))
        }
        try context.save()
        let controller = try controller(
            FetchDescriptor(sortBy: [SortDescriptor(\.home?.name), SortDescriptor(\.name)])
        )
        #expect(try names(controller) == ["Bee", "Ant", "Cat"])
        let queries = controller.queryCount
        south.name = "East"
        #expect(try names(controller) == ["Ant", "Cat", "Bee"])
        // One for the ships of the harbor, and one for their rows.
        #expect(controller.queryCount == queries + 2)
        context.delete(north)
        #expect(try names(controller) == ["Bee", "Ant", "Cat"])
        try context.save()
        #expect(try names(controller) == ["Bee", "Ant", "Cat"])
    }

    @Test func changeOfAToManyRelationshipIsIncluded() throws {
        try insert(["Ant", "Bee"])
        let controller = try controller(
            FetchDescriptor(
                predicate: #Predicate { $0.crew.contains { $0.name == "Jonah" } },
                sortBy: [SortDescriptor(\.name)]
            )
        )
        let ant = try #require(try context.fetch(byName).first)
        let sailor = Sailor("Jonah")
        ant.crew.append(sailor)
        #expect(try names(controller) == ["Ant"])
        try context.save()
        sailor.name = "Ahab"
        #expect(try names(controller) == [])
        sailor.name = "Jonah"
        try context.save()
        let bee = try #require(try other.fetch(byName).last)
        bee.crew = try other.fetch(FetchDescriptor<Sailor>())
        try other.save()
        #expect(try names(controller) == ["Ant", "Bee"])
    }

    // MARK: Cost

    @Test func changeCostsOneQueryForTheChangedRows() throws {
        try insert((0..<500).map { "ship \($0)" })
        let controller = try controller(byName)
        let (queries, rows) = (controller.queryCount, controller.fetchedRowCount)
        let ship = try #require(try context.fetch(byName).first)
        ship.name = "zebra"
        ship.tonnage = 3
        _ = try controller.update()
        #expect(controller.queryCount == queries + 1)
        #expect(controller.fetchedRowCount == rows + 1)
        #expect(controller.rows.keys.last == ship._$model.key)
        _ = try controller.update()
        #expect(controller.queryCount == queries + 1)
    }

    @Test func changesOfOtherModelsCostNoQuery() throws {
        let controller = try controller(byName)
        let queries = controller.queryCount
        context.insert(Harbor("North"))
        try context.save()
        #expect(try controller.update() == nil)
        #expect(controller.queryCount == queries)
    }

    @Test func rowIsFetchedForALimitOnlyIfOneLeft() throws {
        try insert((0..<50).map { String(format: "%02d", $0) })
        var descriptor = byName
        descriptor.fetchLimit = 3
        let controller = try controller(descriptor)
        let fetched = controller.fetchedRowCount
        context.insert(Ship("01b"))
        #expect(try names(controller) == ["00", "01", "01b"])
        #expect(controller.fetchedRowCount == fetched + 1)
        context.delete(try #require(try context.fetch(byName).first))
        #expect(try names(controller) == ["01", "01b", "02"])
        #expect(controller.fetchedRowCount == fetched + 4)
    }

    // MARK: Random changes

    private static let descriptors: [FetchDescriptor<Ship>] = {
        var limited = FetchDescriptor<Ship>(sortBy: [
            SortDescriptor(\.tonnage), SortDescriptor(\.name),
        ])
        limited.fetchLimit = 5
        var window = limited
        window.fetchOffset = 2
        return [
            FetchDescriptor(sortBy: [SortDescriptor(\.name, order: .reverse)]),
            FetchDescriptor(
                predicate: #Predicate { $0.tonnage > 2 },
                sortBy: [SortDescriptor(\.kind), SortDescriptor(\.tonnage, order: .reverse)]
            ),
            FetchDescriptor(
                predicate: #Predicate { $0.home?.name != "a" },
                sortBy: [SortDescriptor(\.home?.name, order: .reverse), SortDescriptor(\.name)]
            ),
            FetchDescriptor(
                predicate: #Predicate { $0.crew.count > 0 },
                sortBy: [SortDescriptor(\.name, comparator: .lexical)]
            ),
            FetchDescriptor(
                predicate: #Predicate {
                    if let home = $0.home { home.ships.count > 1 } else { $0.kind == nil }
                },
                sortBy: [SortDescriptor(\.home?.name), SortDescriptor(\.tonnage)]
            ),
            FetchDescriptor(predicate: #Predicate { $0.home != nil && $0.tonnage < 5 }),
            limited, window,
        ]
    }()

    @Test(arguments: 0..<64)
    func rowsEqualAFetchAfterRandomChanges(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var fetched = Self.descriptors[seed % Self.descriptors.count]
        if seed % 4 == 3 { fetched.includePendingChanges = false }
        let hasSections = seed % 5 == 4 && fetched.fetchLimit == nil
        let controller = try controller(fetched, sectionBy: hasSections ? \Ship.kind : nil)
        for _ in 0..<25 {
            let former = controller.rows.keys
            for _ in 0...random.below(3) {
                try change(random.chance(3) ? other : context, &random)
            }
            let difference = try controller.update()
            context.processPendingChanges()
            let expected = try ResultsController(
                fetched,
                sectionBy: controller.sectionBy,
                in: context
            )
            #expect(controller.rows.keys == expected.rows.keys)
            #expect(controller.rows.sections == expected.rows.sections)
            #expect(difference?.applied(to: former) ?? former == controller.rows.keys)
            if !hasSections {
                let keys = try context.fetch(fetched).map(\._$model.key)
                // Without an order, a fetch returns unsaved models last.
                let isOrdered = !fetched.sortBy.isEmpty
                #expect(controller.rows.keys == (isOrdered ? keys : keys.sorted()))
            }
        }
    }

    private func change(_ context: ModelContext, _ random: inout SeededRandom) throws {
        let ships = try context.fetch(FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.name)]))
        let harbors = try context.fetch(FetchDescriptor<Harbor>(sortBy: [SortDescriptor(\.name)]))
        let sailors = try context.fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)]))
        let name = random.pick(["a", "B", "b", "c9", "c10", "é", "z"])
        let ship = ships.isEmpty ? nil : random.pick(ships)
        switch random.below(14) {
        case 0, 1, 2:
            let kind = random.maybe(["bark", "Bark", "yacht"])
            context.insert(Ship(name, kind: kind, tonnage: random.below(6), home: harbors.last))
        case 3: ship?.name = name
        case 4: ship?.tonnage = random.below(6)
        case 5: ship?.kind = random.maybe(["bark", "dinghy", ""])
        case 6: ship?.home = harbors.isEmpty ? Harbor(name) : random.maybe(harbors)
        case 7: if let ship { context.delete(ship) }
        case 8: if let harbor = harbors.first { context.delete(harbor) }
        case 9: harbors.last?.name = name
        case 10: ship?.crew.append(Sailor(name))
        case 11: if let sailor = sailors.first { context.delete(sailor) }
        case 12: context.rollback()
        default: break
        }
        if context === other || random.chance(3) { try context.save() }
    }
}

@Model private final class Tally {
    @Attribute(.unique) var name: String
    var count: Int

    init(_ name: String, _ count: Int) {
        self.name = name
        self.count = count
    }
}
