// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Relationships of models that return to the context after an unsaved deletion.
@Suite struct RestoredRelationshipTests {
    private typealias Fleet = Armada.Fleet
    private typealias Ship = Armada.Ship
    private typealias Captain = Armada.Captain
    private typealias Port = Armada.Port
    private typealias License = Armada.License
    private typealias Cargo = Armada.Cargo

    private let container: ModelContainer
    private let context: ModelContext
    private let fleet = Fleet(1)
    private let ship = Ship(2)
    private let captain = Captain(3)
    private let other = Captain(4)
    private let port = Port(5)
    private let license = License(6)

    init() throws {
        container = try Armada.container()
        context = ModelContext(container)
        context.insert(ship)
        context.insert(other)
        ship.fleet = fleet
        ship.captain = captain
        captain.ports = [port]
        captain.license = license
        try context.save()
    }

    private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
        try ModelContext(container).fetch(FetchDescriptor<T>())
    }

    // MARK: To-one and to-many

    @Test func restoredModelLosesItsReferenceToAnOwnerThatStaysDeleted() throws {
        context.delete(ship)
        context.delete(fleet)
        context.insert(ship)
        #expect(ship.fleet == nil)
        try context.save()
        #expect(!ship.isDeleted)
        #expect(try stored(Ship.self).map { $0.fleet?.serial } == [nil])
        #expect(try stored(Fleet.self).isEmpty)
    }

    @Test func restoredModelThatLosesARequiredReferenceMakesTheSaveThrow() throws {
        let cargo = Cargo(10, for: port)
        context.insert(cargo)
        try context.save()
        context.delete(cargo)
        context.delete(port)
        context.insert(cargo)
        #expect(throws: (any Error).self) { try context.save() }
        context.insert(port)
        try context.save()
        #expect(try stored(Cargo.self).map(\.port.serial) == [5])
    }

    @Test(arguments: [false, true], [false, true])
    func referenceReturnsOnceBothModelsHave(isShipFirst: Bool, returnsShipFirst: Bool) throws {
        if isShipFirst { context.delete(ship) }
        context.delete(captain)
        if !isShipFirst { context.delete(ship) }
        if returnsShipFirst { context.insert(ship) }
        context.insert(captain)
        if !returnsShipFirst { context.insert(ship) }
        #expect(ship.captain === captain)
        #expect(captain.ships == [ship])
        try context.save()
        #expect(ship.captain === captain)
        #expect(captain.ships == [ship])
        #expect(try stored(Ship.self).map { $0.captain?.serial } == [3])
    }

    @Test func restoredOwnerLacksAModelThatGotAnotherOwner() throws {
        #expect(captain.ships == [ship])
        context.delete(captain)
        ship.captain = other
        context.insert(captain)
        #expect(captain.ships.isEmpty)
        #expect(other.ships == [ship])
        try context.save()
        #expect(try stored(Ship.self).map { $0.captain?.serial } == [4])
    }

    @Test func restoredOwnerLacksAModelThatWasDeletedMeanwhile() throws {
        #expect(captain.ships == [ship])
        context.delete(captain)
        context.delete(ship)
        context.insert(captain)
        #expect(captain.ships.isEmpty)
        try context.save()
        #expect(captain.ships.isEmpty)
        #expect(try stored(Ship.self).isEmpty)
    }

    @Test func cascadedModelReturnsWithoutAndThenWithItsOwner() throws {
        context.delete(fleet)
        context.insert(ship)
        #expect(ship.fleet == nil)
        #expect(ship.captain === captain)
        context.insert(fleet)
        #expect(ship.fleet === fleet)
        #expect(fleet.ships == [ship])
        try context.save()
        #expect(try stored(Ship.self).map { $0.fleet?.serial } == [1])
    }

    @Test func modelThatWasDeletedSeparatelyStaysDeletedWithItsOwnerRestored() throws {
        context.delete(fleet)
        context.insert(ship)
        context.delete(ship)
        context.insert(fleet)
        #expect(ship.isDeleted)
        #expect(fleet.ships.isEmpty)
        try context.save()
        #expect(try stored(Ship.self).isEmpty)
        #expect(try stored(Fleet.self).count == 1)
    }

    @Test func restoredRowsWithoutModelsLoseAnOwnerThatStaysDeleted() throws {
        let writer = ModelContext(container)
        let (pier, truck) = (Armada.Pier(), Armada.Truck())
        writer.insert(pier)
        writer.insert(truck)
        pier.crates = [Armada.Crate(), Armada.Crate()]
        truck.crates = [pier.crates[0]]
        try writer.save()
        let reader = ModelContext(container)
        let piers = try reader.fetch(FetchDescriptor<Armada.Pier>())
        let trucks = try reader.fetch(FetchDescriptor<Armada.Truck>())
        reader.delete(piers[0])
        reader.delete(trucks[0])
        reader.insert(piers[0])
        try reader.save()
        #expect(try stored(Armada.Crate.self).map { $0.pier != nil } == [true, true])
        #expect(try stored(Armada.Crate.self).allSatisfy { $0.truck == nil })
        #expect(piers[0].crates.count == 2)
    }

    // MARK: One-to-one

    @Test func restoredModelDoesNotTakeItsPlaceBack() throws {
        let second = License(7)
        context.insert(second)
        context.delete(license)
        captain.license = second
        context.insert(license)
        #expect(license.captain == nil)
        #expect(captain.license === second)
        try context.save()
        let stored = try stored(Captain.self).sorted { $0.serial < $1.serial }
        #expect(stored.map { $0.license?.serial } == [7, nil])
    }

    @Test func restoredModelDoesNotTakeItsPartnerBack() throws {
        context.delete(captain)
        license.captain = other
        context.insert(captain)
        #expect(captain.license == nil)
        #expect(other.license === license)
        try context.save()
        let stored = try stored(Captain.self).sorted { $0.serial < $1.serial }
        #expect(stored.map { $0.license?.serial } == [nil, 6])
    }

    // MARK: Many-to-many

    @Test(arguments: [false, true])
    func restoredModelLosesThePairWithAModelThatStaysDeleted(isSaved: Bool) throws {
        let port = isSaved ? port : Port(8)
        if !isSaved { captain.ports.append(port) }
        context.delete(captain)
        context.delete(port)
        context.insert(captain)
        #expect(!captain.ports.contains(port))
        try context.save()
        #expect(try stored(Captain.self).flatMap(\.ports).map(\.serial) == (isSaved ? [] : [5]))
    }

    @Test(arguments: [false, true], [0, 1, 2, 3])
    func pairReturnsOnceBothModelsHave(isSaved: Bool, order: Int) throws {
        let port = isSaved ? port : Port(8)
        if !isSaved {
            context.insert(port)
            try context.save()
            other.ports = [port]
        }
        let captain = isSaved ? captain : other
        if order < 2 { context.delete(captain) }
        context.delete(port)
        if order >= 2 { context.delete(captain) }
        if order % 2 == 0 { context.insert(captain) }
        context.insert(port)
        #expect(port.captains.map(\.serial) == (order % 2 == 0 ? [captain.serial] : []))
        if order % 2 == 1 { context.insert(captain) }
        #expect(captain.ports == [port])
        #expect(port.captains == [captain])
        try context.save()
        let found = try stored(Port.self).first { $0.serial == port.serial }
        #expect(found?.captains.map(\.serial) == [captain.serial])
    }

    @Test func removedPairStaysRemovedWhenBothModelsReturn() throws {
        captain.ports = []
        context.delete(captain)
        context.delete(port)
        context.insert(captain)
        context.insert(port)
        #expect(captain.ports.isEmpty)
        #expect(port.captains.isEmpty)
        try context.save()
        #expect(try stored(Port.self).flatMap(\.captains).isEmpty)
    }

    // MARK: Relationships without an inverse

    @Test(arguments: [false, true])
    func saveClearsAReferenceThatWasAssignedBeforeTheDeletion(isNew: Bool) throws {
        let ship = isNew ? Ship(9) : ship
        context.insert(ship)
        ship.home = port
        context.delete(port)
        #expect(ship.home === port)
        try context.save()
        #expect(ship.home == nil)
        #expect(try stored(Ship.self).allSatisfy { $0.home == nil })
    }

    @Test func requiredReferenceToADeletedModelMakesTheSaveThrow() throws {
        ship.home = port
        context.insert(Cargo(10, for: port))
        context.delete(port)
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error?.explanation.contains("Cargo.port") == true)
        // The failed save has cleared nothing.
        #expect(ship.home === port)
        context.insert(port)
        try context.save()
        #expect(try stored(Ship.self).map { $0.home?.serial } == [5])
    }

    @Test func undoReturnsAReferenceThatTheSaveCleared() throws {
        let manager = UndoManager()
        context.undoManager = manager
        ship.home = port
        context.processPendingChanges()
        context.delete(port)
        try context.save()
        #expect(ship.home == nil)
        manager.undo()
        #expect(ship.home === port)
        try context.save()
        #expect(try stored(Ship.self).map { $0.home?.serial } == [5])
        manager.undo()
        #expect(ship.home == nil)
        #expect(!manager.canUndo)
    }

    // MARK: Undo

    @Test func undoOfAnAssignmentAndADeletionRestoresBothEnds() throws {
        let second = Ship(11)
        context.insert(second)
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        captain.ships = [second]
        context.delete(captain)
        manager.undo()
        #expect(captain.ships == [ship])
        #expect((ship.captain?.serial, second.captain?.serial) == (3, nil))
        try context.save()
        #expect(captain.ships == [ship])
        let stored = try stored(Captain.self).first { $0.serial == 3 }
        #expect(stored?.ships.map(\.serial) == [2])
    }

    @Test(arguments: [false, true])
    func modelThatUndoDiscardsLeavesTheRelationshipsOfOthers(isCascade: Bool) throws {
        let manager = UndoManager()
        context.undoManager = manager
        let new = Ship(12)
        context.insert(new)
        if isCascade {
            fleet.ships = [new]
            context.delete(fleet)
        } else {
            captain.ships = [new]
            context.delete(captain)
        }
        manager.undo()
        #expect(new.modelContext == nil)
        #expect(fleet.ships == [ship])
        #expect(captain.ships == [ship])
        try context.save()
        #expect(try stored(Ship.self).map(\.serial) == [2])
    }

    // MARK: New models

    @Test func newModelThatACascadeDiscardedReturnsWithoutAndThenWithItsOwner() throws {
        let new = Ship(13)
        fleet.ships.append(new)
        context.delete(fleet)
        #expect(new.modelContext == nil)
        context.insert(new)
        #expect(new.fleet == nil)
        try context.save()
        #expect(try stored(Ship.self).map(\.serial) == [13])

        let another = Ship(14)
        let second = Fleet(15)
        context.insert(second)
        try context.save()
        second.ships.append(another)
        context.delete(second)
        context.insert(another)
        context.insert(second)
        #expect(another.fleet === second)
        #expect(second.ships == [another])
        try context.save()
        #expect(try stored(Fleet.self).map { $0.ships.map(\.serial) } == [[14]])
    }

    @Test func discardedModelReturnsWithoutAModelDeletedMeanwhile() throws {
        let new = Ship(16)
        context.insert(new)
        new.captain = captain
        context.delete(new)
        context.delete(captain)
        context.insert(new)
        #expect(new.captain == nil)
        try context.save()
        #expect(try stored(Ship.self).count == 2)
    }

    @Test func discardedOwnerDoesNotTakeModelsBack() throws {
        let new = Captain(17)
        context.insert(new)
        new.ships = [ship]
        context.delete(new)
        ship.captain = other
        context.insert(new)
        #expect(new.ships.isEmpty)
        #expect(ship.captain === other)
        try context.save()
        #expect(try stored(Ship.self).map { $0.captain?.serial } == [4])
    }

    // MARK: Random operations

    private static let seedCount: UInt64 =
        ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] == nil ? 40 : 1000

    @Test func randomDeletionsAndInsertionsHaveTheEffectThatValuesPredict() throws {
        for seed in 0..<Self.seedCount {
            var machine = try RestorationMachine(seed: seed)
            for step in 0..<60 {
                try machine.step()
                for comparison in try machine.comparisons() {
                    try #require(
                        comparison.found == comparison.expected,
                        "seed \(seed), step \(step): \(machine.log.suffix(16))"
                    )
                }
            }
        }
    }
}
