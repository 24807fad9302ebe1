// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Executes random deletions, insertions and assignments in a context and in values.
///
/// A model that is never saved is deleted only if it is a ship, because the insertion of a ship
/// would insert other discarded models again.
struct RestorationMachine {
    private let container: ModelContainer
    private let context: ModelContext
    /// The undo manager of the context, which half of the machines have.
    private let manager: UndoManager?
    private var models: [Int: any PersistentModel] = [:]
    private var values = RestorationValues()
    private var random: SeededRandom
    private var lastSerial = 0
    private var isSaved = true
    /// The operations so far, for the messages of failed comparisons.
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        container = try Armada.container()
        context = ModelContext(container)
        manager = seed.isMultiple(of: 2) ? nil : UndoManager()
        context.undoManager = manager
        random = SeededRandom(seed: seed)
        for kind in RestorationValues.Kind.allCases {
            for _ in 0..<3 { insertNew(kind) }
        }
        try save()
    }

    // MARK: Operations

    /// Executes a random operation, and sometimes undoes it.
    mutating func step() throws {
        guard !random.chance(12) else { return try save() }
        let (before, count) = (values, manager?.undoCount ?? 0)
        manager?.beginUndoGrouping()
        change()
        manager?.endUndoGrouping()
        isSaved = false
        guard let manager, manager.undoCount > count, random.chance(6) else { return }
        manager.undo()
        values = before
        models = models.filter { before.items[$0.key] != nil }
        log.append("undo")
        // Undo restores what the context contains, and not what later insertions would restore.
        try save()
    }

    private mutating func change() {
        switch random.below(14) {
        case 0: insertNew(random.pick(RestorationValues.Kind.allCases))
        case 1: setFleet()
        case 2: setCaptain()
        case 3: setHome()
        case 4: setShips()
        case 5: setPorts()
        case 6: setCaptains()
        case 7, 8, 9: delete()
        default: insertAgain()
        }
    }

    private mutating func save() throws {
        log.append("save")
        try context.save()
        manager?.removeAllActions()
        values.save()
        models = models.filter { values.items[$0.key] != nil }
        isSaved = true
    }

    private mutating func insertNew(_ kind: RestorationValues.Kind) {
        lastSerial += 1
        log.append("insert \(kind) \(lastSerial)")
        values.items[lastSerial] = RestorationValues.Item(kind: kind)
        switch kind {
        case .fleet: insert(Armada.Fleet(lastSerial))
        case .ship: insert(Armada.Ship(lastSerial))
        case .captain: insert(Armada.Captain(lastSerial))
        case .port: insert(Armada.Port(lastSerial))
        }
    }

    private mutating func insert(_ model: some PersistentModel) {
        models[lastSerial] = model
        context.insert(model)
    }

    private mutating func delete() {
        let candidates = values.items.filter { _, item in
            item.isPresent && (item.isSaved || item.kind == .ship)
        }
        guard let serial = pick(candidates.keys), let model = models[serial] else { return }
        log.append("delete \(serial)")
        values.delete(serial)
        context.delete(model)
    }

    private mutating func insertAgain() {
        let candidates = values.items.filter { !$1.isPresent }
        guard let serial = pick(candidates.keys), let model = models[serial] else { return }
        log.append("insert \(serial)")
        values.insert(serial)
        context.insert(model)
    }

    private mutating func setFleet() {
        guard let serial = pick(values.present(.ship)), let ship: Armada.Ship = model(serial) else {
            return
        }
        let target = random.chance(3) ? nil : pick(values.present(.fleet))
        log.append("fleet of \(serial) = \(target ?? 0)")
        values.items[serial]?.fleet = target
        ship.fleet = target.flatMap(model)
    }

    private mutating func setCaptain() {
        guard let serial = pick(values.present(.ship)), let ship: Armada.Ship = model(serial) else {
            return
        }
        let target = random.chance(3) ? nil : pick(values.present(.captain))
        log.append("captain of \(serial) = \(target ?? 0)")
        values.items[serial]?.captain = target
        ship.captain = target.flatMap(model)
    }

    private mutating func setHome() {
        // Undo does not return to a model that is deleted.
        let candidates = values.present(.ship).filter { serial in
            values.items[serial]?.home.map(values.isPresent) ?? true
        }
        guard let serial = pick(candidates), let ship: Armada.Ship = model(serial) else { return }
        let target = random.chance(3) ? nil : pick(values.present(.port))
        log.append("home of \(serial) = \(target ?? 0)")
        values.items[serial]?.home = target
        ship.home = target.flatMap(model)
    }

    private mutating func setShips() {
        let ships = some(values.present(.ship))
        let owners = values.present(random.chance(2) ? .fleet : .captain)
        guard let serial = pick(owners) else { return }
        log.append("ships of \(serial) = \(ships)")
        if let fleet: Armada.Fleet = model(serial) {
            values.assign(ships, to: serial, \.fleet)
            fleet.ships = ships.compactMap(model)
        } else if let captain: Armada.Captain = model(serial) {
            values.assign(ships, to: serial, \.captain)
            captain.ships = ships.compactMap(model)
        }
    }

    private mutating func setPorts() {
        let ports = some(values.present(.port))
        guard let serial = pick(values.present(.captain)),
            let captain: Armada.Captain = model(serial)
        else { return }
        log.append("ports of \(serial) = \(ports)")
        for port in values.present(.port) {
            values.link(captain: serial, port: port, ports.contains(port))
        }
        captain.ports = ports.compactMap(model)
    }

    private mutating func setCaptains() {
        let captains = some(values.present(.captain))
        guard let serial = pick(values.present(.port)), let port: Armada.Port = model(serial) else {
            return
        }
        log.append("captains of \(serial) = \(captains)")
        for captain in values.present(.captain) {
            values.link(captain: captain, port: serial, captains.contains(captain))
        }
        port.captains = captains.compactMap(model)
    }

    // MARK: Choices

    private mutating func pick(_ serials: some Sequence<Int>) -> Int? {
        let serials = serials.sorted()
        return serials.isEmpty ? nil : random.pick(serials)
    }

    private mutating func some(_ serials: [Int]) -> [Int] {
        var chosen: [Int] = []
        for serial in serials where random.chance(2) { chosen.append(serial) }
        return chosen
    }

    private func model<M: PersistentModel>(_ serial: Int) -> M? { models[serial] as? M }

    // MARK: Reading

    /// What the context and, after a save, the store have, and what they must have.
    ///
    /// The context is not always read, because reading loads its relationships.
    mutating func comparisons() throws -> [(found: [String], expected: [String])] {
        var comparisons: [(found: [String], expected: [String])] = []
        if isSaved {
            let expected = values.lines(includeHomes: true)
            comparisons.append((try read(ModelContext(container), includeHomes: true), expected))
            comparisons.append((try read(context, includeHomes: true), expected))
        } else if random.chance(3) {
            let found = try read(context, includeHomes: false)
            comparisons.append((found, values.lines(includeHomes: false)))
        }
        return comparisons
    }

    private func read(_ context: ModelContext, includeHomes: Bool) throws -> [String] {
        var lines = try context.fetch(FetchDescriptor<Armada.Fleet>()).map { fleet in
            "fleet \(fleet.serial) \(fleet.ships.map(\.serial).sorted())"
        }
        lines += try context.fetch(FetchDescriptor<Armada.Ship>()).map { ship in
            "ship \(ship.serial) \(ship.fleet?.serial ?? 0) \(ship.captain?.serial ?? 0)"
                + (includeHomes ? " \(ship.home?.serial ?? 0)" : "")
        }
        lines += try context.fetch(FetchDescriptor<Armada.Captain>()).map { captain in
            "captain \(captain.serial) \(captain.ships.map(\.serial).sorted()) "
                + "\(captain.ports.map(\.serial).sorted())"
        }
        lines += try context.fetch(FetchDescriptor<Armada.Port>()).map { port in
            "port \(port.serial) \(port.captains.map(\.serial).sorted())"
        }
        return lines.sorted()
    }
}
