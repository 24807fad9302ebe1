// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Random changes in groups: undoing and redoing them leads to the same states as before.
struct UndoRandomTests {
    @Test(arguments: 0..<200) func undoAndRedoLeadToTheSameStates(seed: UInt64) throws {
        var run = try RandomRun(seed: seed)
        try run.makeGroups()
        #expect(run.manager.undoCount > 0)
        try run.travel(isUndo: true)
        #expect(run.manager.undoCount == 0)
        try run.travel(isUndo: false)
        #expect(!run.manager.canRedo)
        try run.wander()
    }
}

private struct RandomRun {
    let container: ModelContainer
    let context: ModelContext
    let manager = UndoManager()
    private var random: SeededRandom
    private var serial = 0
    /// The state at each number of groups to undo.
    private var states: [Int: WorkshopSnapshot] = [:]
    /// The identifier with which each tool was first saved.
    private var identifiers: [Int: PersistentIdentifier] = [:]

    init(seed: UInt64) throws {
        container = try Workshop.container()
        context = ModelContext(container)
        random = SeededRandom(seed: seed)
        for _ in 0..<12 { try change() }
        try context.save()
        if random.chance(2) { context.processPendingChanges() }
        context.undoManager = manager
        try note()
    }

    private mutating func note() throws {
        states[manager.undoCount] = try WorkshopSnapshot(of: context)
    }

    // MARK: Undo and redo

    /// Undoes or redoes everything, and compares each state with that when the changes were made.
    mutating func travel(isUndo: Bool) throws {
        while isUndo ? manager.canUndo : manager.canRedo {
            if isUndo { manager.undo() } else { manager.redo() }
            try compare()
            guard random.chance(3) else { continue }
            try context.save()
            try compare()
            try compareStored()
        }
        try context.save()
        try compare()
        try compareStored()
    }

    /// Undoes and redoes in random order.
    mutating func wander() throws {
        for _ in 0..<8 {
            if random.chance(2) { manager.undo() } else { manager.redo() }
            try compare()
            if random.chance(4) { try context.save() }
        }
        try context.save()
        try compareStored()
    }

    private func compare() throws {
        let expected = try #require(states[manager.undoCount])
        let found = try WorkshopSnapshot(of: context)
        #expect(found == expected, "\(manager.undoCount):\n\(found.difference(from: expected))")
    }

    private mutating func compareStored() throws {
        let fresh = ModelContext(container)
        let expected = try #require(states[manager.undoCount])
        let found = try WorkshopSnapshot(of: fresh)
        #expect(found == expected, "\(manager.undoCount):\n\(found.difference(from: expected))")
        for tool in try fresh.fetch(FetchDescriptor<Workshop.Tool>()) {
            let identifier = identifiers[tool.serial] ?? tool.persistentModelID
            identifiers[tool.serial] = identifier
            #expect(tool.persistentModelID == identifier)
            #expect(tool.parts.map(\.id) == tool.parts.map(\.id).sorted())
        }
    }

    // MARK: Changes

    mutating func makeGroups() throws {
        for _ in 0..<6 {
            let isExplicit = random.chance(3)
            if isExplicit { manager.beginUndoGrouping() }
            for _ in 0...random.below(6) {
                try change()
                if isExplicit, random.chance(5) { try context.save() }
            }
            if isExplicit {
                manager.endUndoGrouping()
            } else if random.chance(2) {
                context.processPendingChanges()
            } else {
                try context.save()
            }
            try note()
        }
        try context.save()
    }

    private mutating func nextSerial() -> Int {
        serial += 1
        return serial
    }

    private mutating func any<T: PersistentModel>(_ type: T.Type) throws -> T? {
        let models = try context.fetch(FetchDescriptor<T>())
            .sorted { $0.persistentModelID < $1.persistentModelID }
        return models.isEmpty ? nil : random.pick(models)
    }

    private mutating func some<T: PersistentModel>(_ type: T.Type) throws -> [T] {
        var models: [T] = []
        for _ in 0..<random.below(4) {
            if let model = try any(type), !models.contains(where: { $0 === model }) {
                models.append(model)
            }
        }
        return models
    }

    private mutating func change() throws {
        switch random.below(10) {
        case 0, 1, 2: try insert()
        case 3: try delete()
        case 4, 5: try changeAttribute()
        default: try changeRelationship()
        }
    }

    private mutating func insert() throws {
        switch random.below(8) {
        case 0:
            let owner = Workshop.Owner(nextSerial())
            context.insert(owner)
            owner.tools = try some(Workshop.Tool.self)
            owner.likes = random.chance(3) ? nil : try some(Workshop.Label.self)
        case 1:
            let tool = Workshop.Tool(nextSerial())
            tool.picture = Data(count: random.chance(2) ? 3 : 20_000)
            context.insert(tool)
            tool.owner = try any(Workshop.Owner.self)
        case 2:
            let tool = Workshop.PowerTool(nextSerial(), watts: random.below(900))
            let owner = Workshop.Owner(nextSerial())
            owner.tools = [tool, Workshop.Tool(nextSerial())]
            context.insert(owner)
        case 3:
            guard let tool = try any(Workshop.Tool.self) else { return }
            context.insert(Workshop.Part(nextSerial(), of: tool))
        case 4:
            let label = Workshop.Label(nextSerial())
            context.insert(label)
            label.tools = try some(Workshop.Tool.self)
        case 5:
            let license = Workshop.License(nextSerial())
            context.insert(license)
            license.owner = try any(Workshop.Owner.self)
        case 6:
            let box = Workshop.Box(nextSerial())
            box.spares = [Workshop.Spare(nextSerial()), Workshop.Spare(nextSerial())]
            context.insert(box)
        default: context.insert(Workshop.Spare(nextSerial()))
        }
    }

    private mutating func delete() throws {
        switch random.below(8) {
        case 0: try any(Workshop.Owner.self).map { context.delete($0) }
        case 1, 2: try any(Workshop.Tool.self).map { context.delete($0) }
        case 3: try any(Workshop.Part.self).map { context.delete($0) }
        case 4: try any(Workshop.Label.self).map { context.delete($0) }
        case 5: try any(Workshop.License.self).map { context.delete($0) }
        case 6: try any(Workshop.Box.self).map { context.delete($0) }
        default:
            let limit = random.below(max(1, serial))
            try context.delete(
                model: Workshop.Spare.self,
                where: #Predicate { $0.serial > limit }
            )
        }
    }

    private mutating func changeAttribute() throws {
        let number = random.below(100)
        switch random.below(6) {
        case 0: try any(Workshop.Owner.self)?.name = "name \(number)"
        case 1: try any(Workshop.Owner.self)?.address.number = number
        case 2:
            let tool = try any(Workshop.Tool.self)
            tool?.weight = random.chance(3) ? nil : Double(number)
            tool?.keywords.append("\(number)")
        case 3: try any(Workshop.Tool.self)?.picture = Data(count: number * 400)
        case 4: try any(Workshop.PowerTool.self)?.watts = number
        default: try any(Workshop.Label.self)?.color = "color \(number)"
        }
    }

    private mutating func changeRelationship() throws {
        switch random.below(12) {
        case 0: try any(Workshop.Owner.self)?.tools = some(Workshop.Tool.self)
        case 1:
            guard let tool = try any(Workshop.Tool.self) else { return }
            try any(Workshop.Owner.self)?.tools.append(tool)
        case 2:
            try any(Workshop.Tool.self)?.owner = random.chance(3) ? nil : any(Workshop.Owner.self)
        case 3: try any(Workshop.Owner.self)?.license = any(Workshop.License.self)
        case 4:
            try any(Workshop.License.self)?.owner =
                random.chance(3) ? nil : any(Workshop.Owner.self)
        case 5: try any(Workshop.Tool.self)?.labels = some(Workshop.Label.self)
        case 6:
            guard let tool = try any(Workshop.Tool.self) else { return }
            try any(Workshop.Label.self)?.tools.append(tool)
        case 7: try any(Workshop.Label.self)?.tools.removeFirst(0)
        case 8:
            try any(Workshop.Owner.self)?.likes = random.chance(3) ? nil : some(Workshop.Label.self)
        case 9: try any(Workshop.Tool.self)?.box = random.chance(3) ? nil : any(Workshop.Box.self)
        case 10: try any(Workshop.Box.self)?.spares = some(Workshop.Spare.self)
        default:
            guard let tool = try any(Workshop.Tool.self) else { return }
            try any(Workshop.Part.self)?.tool = tool
        }
    }
}
