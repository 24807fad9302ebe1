// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Undo of changes of relationships, at both ends.
@Suite struct UndoRelationshipTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let manager = UndoManager()
    private let owner = Workshop.Owner(1)
    private let other = Workshop.Owner(2)
    private let tools = [Workshop.Tool(3), Workshop.PowerTool(4, watts: 9), Workshop.Tool(5)]
    private let labels = [Workshop.Label(6), Workshop.Label(7)]
    private let box = Workshop.Box(8)
    private let spare = Workshop.Spare(9)
    private let license = Workshop.License(10)

    init() throws {
        container = try Workshop.container()
        context = ModelContext(container)
        context.insert(owner)
        context.insert(other)
        for tool in tools { context.insert(tool) }
        owner.tools = tools
        tools[0].labels = labels
        tools[1].labels = [labels[0]]
        owner.license = license
        owner.likes = [labels[0]]
        tools[0].box = box
        box.spares = [spare]
        try context.save()
        context.undoManager = manager
    }

    private func stored() throws -> WorkshopSnapshot {
        try WorkshopSnapshot(of: ModelContext(container))
    }

    private func check(_ change: () throws -> Void) throws {
        let before = try WorkshopSnapshot(of: context)
        try change()
        let after = try WorkshopSnapshot(of: context)
        #expect(before != after)
        for isSaved in [false, true, true] {
            if isSaved { try context.save() }
            manager.undo()
            #expect(try WorkshopSnapshot(of: context) == before)
            if isSaved { try context.save() }
            if isSaved { #expect(try stored() == before) }
            manager.redo()
            #expect(try WorkshopSnapshot(of: context) == after)
        }
        try context.save()
        #expect(try stored() == after)
        #expect(manager.undoCount == 1)
    }

    // MARK: To-one and to-many

    @Test func toOneIsRestored() throws { try check { tools[0].owner = other } }

    @Test func toOneIsRestoredAfterNil() throws { try check { tools[0].owner = nil } }

    @Test func toManyIsRestoredAfterAssignment() throws { try check { other.tools = [tools[1]] } }

    @Test func toManyIsRestoredAfterAppending() throws {
        try check { other.tools.append(tools[2]) }
    }

    @Test func toManyIsRestoredAfterRemoval() throws { try check { owner.tools.remove(at: 1) } }

    @Test func assignedOrderIsRestored() {
        owner.tools = [tools[2], tools[0]]
        manager.undo()
        #expect(owner.tools.map(\.serial) == [3, 4, 5])
        manager.redo()
        #expect(owner.tools.map(\.serial) == [5, 3])
        manager.undo()
        #expect(owner.tools.map(\.serial) == [3, 4, 5])
    }

    @Test func modelReturnsToItsPlaceInTheOrder() throws {
        context.delete(tools[1])
        try context.save()
        #expect(owner.tools.map(\.serial) == [3, 5])
        manager.undo()
        #expect(owner.tools.map(\.serial) == [3, 4, 5])
        try context.save()
        let fresh = try ModelContext(container).fetch(FetchDescriptor<Workshop.Owner>())
        #expect(fresh.map { $0.tools.map(\.serial) } == [[3, 4, 5], []])
    }

    @Test func orderOfADeletedModelIsRestored() {
        owner.tools = [tools[2], tools[0], tools[1]]
        context.processPendingChanges()
        context.delete(owner)
        manager.undo()
        #expect(owner.tools.map(\.serial) == [5, 3, 4])
    }

    // MARK: One-to-one

    @Test func oneToOneIsRestoredFromEitherEnd() throws {
        try check { license.owner = other }
        manager.removeAllActions()
        try check { owner.license = license }
        manager.removeAllActions()
        try check { owner.license = nil }
    }

    @Test func modelThatLostItsOneToOneGetsItBack() throws {
        let second = Workshop.License(11)
        context.insert(second)
        other.license = second
        try context.save()
        manager.removeAllActions()
        try check { owner.license = second }
    }

    // MARK: Many-to-many

    @Test func manyToManyIsRestoredFromEitherEnd() throws {
        try check { tools[2].labels = [labels[1]] }
        manager.removeAllActions()
        try check { labels[0].tools = [tools[2]] }
        manager.removeAllActions()
        try check { labels[1].tools.append(tools[1]) }
    }

    @Test func optionalManyToManyIsRestored() throws {
        try check { owner.likes = nil }
        manager.removeAllActions()
        try check { labels[1].fans = [owner, other] }
    }

    @Test func assignedNilIsRestored() {
        owner.likes = nil
        context.processPendingChanges()
        owner.likes = [labels[1]]
        manager.undo()
        #expect(owner.likes == nil)
        manager.undo()
        #expect(owner.likes?.map(\.serial) == [6])
    }

    @Test func manyToManyOfADeletedModelIsRestored() throws {
        try check { context.delete(labels[0]) }
    }

    @Test func unsavedPairsOfADeletedModelAreRestored() throws {
        tools[2].labels = [labels[0]]
        tools[1].labels = []
        context.processPendingChanges()
        context.delete(labels[0])
        context.processPendingChanges()
        manager.undo()
        #expect(labels[0].tools.map(\.serial).sorted() == [3, 5])
        try context.save()
        #expect(try stored().lines.contains("label 6 label 6 red tools [3, 5] fans [1]"))
        manager.undo()
        try context.save()
        #expect(try stored().lines.contains("label 6 label 6 red tools [3, 4] fans [1]"))
    }

    @Test func pairThatIsUndoneCanBeChangedAgain() throws {
        context.delete(labels[0])
        manager.undo()
        // The store has the pair, so that removing it is not the opposite of adding it.
        tools[0].labels = [labels[1]]
        let labels = labels
        #expect(labels[0].tools.map(\.serial) == [4])
        try context.save()
        #expect(labels[0].tools.map(\.serial) == [4])
        #expect(try stored().lines.contains("label 6 label 6 red tools [4] fans [1]"))
    }

    @Test func queriesCountARestoredPairOnce() throws {
        let tagged = #Predicate<Workshop.Label> { $0.tools.count == 2 }
        context.delete(labels[0])
        manager.undo()
        let found = try context.fetch(FetchDescriptor(predicate: tagged))
        #expect(found.map(\.serial) == [6])
    }

    // MARK: Relationships without an inverse

    @Test func oneWayToOneIsRestored() throws { try check { tools[0].box = nil } }

    @Test func oneWayToManyIsRestored() throws { try check { box.spares = [] } }

    @Test func oneWayReferencesToADeletedModelAreRestored() throws {
        try check { context.delete(spare) }
        #expect(box.spares.isEmpty)
        manager.removeAllActions()
        try check { context.delete(box) }
        #expect(tools[0].box == nil)
    }

    @Test func oneWayReferencesThatWereNotLoadedAreRestored() throws {
        let before = try stored()
        let second = ModelContext(container)
        second.undoManager = manager
        for box in try second.fetch(FetchDescriptor<Workshop.Box>()) { second.delete(box) }
        for spare in try second.fetch(FetchDescriptor<Workshop.Spare>()) { second.delete(spare) }
        try second.save()
        manager.undo()
        try second.save()
        #expect(try stored() == before)
    }

    @Test func newModelOfAOneWayRelationshipIsRestored() throws {
        try check {
            let new = Workshop.Spare(20)
            box.spares.append(new)
            let second = Workshop.Box(21)
            context.insert(second)
            tools[1].box = second
        }
        manager.removeAllActions()
        try check { box.spares.forEach { context.delete($0) } }
    }

    // MARK: Required relationships

    @Test func requiredToOneIsRestored() throws {
        let part = Workshop.Part(30, of: tools[0])
        context.insert(part)
        try context.save()
        manager.removeAllActions()
        try check { part.tool = tools[1] }
        manager.removeAllActions()
        try check { context.delete(tools[1]) }
        #expect(part.modelContext == nil)
    }
}
