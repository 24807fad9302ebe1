// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData
import Testing

/// Undo of changes of attributes, insertions and deletions.
@Suite struct UndoTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let manager = UndoManager()
    private let owner = Workshop.Owner(1)
    private let tool = Workshop.Tool(2)

    init() throws {
        container = try Workshop.container()
        context = ModelContext(container)
        owner.tools = [tool]
        context.insert(owner)
        try context.save()
        context.undoManager = manager
    }

    private func stored() throws -> WorkshopSnapshot {
        try WorkshopSnapshot(of: ModelContext(container))
    }

    /// Checks that undo and redo lead to the states before and after a change, also if it is saved.
    private func check(_ change: () throws -> Void) throws {
        let before = try WorkshopSnapshot(of: context)
        try change()
        let after = try WorkshopSnapshot(of: context)
        #expect(before != after)
        for isSaved in [false, true] {
            manager.undo()
            #expect(try WorkshopSnapshot(of: context) == before)
            if isSaved {
                #expect(context.hasChanges)
                try context.save()
                #expect(try stored() == before)
            }
            manager.redo()
            #expect(try WorkshopSnapshot(of: context) == after)
            #expect(context.hasChanges)
            try context.save()
            #expect(try stored() == after)
        }
        #expect(manager.undoCount == 1)
        #expect(!manager.canRedo)
    }

    @Test func stepsBeyondTheNumberOfLevelsAreReleased() {
        manager.levelsOfUndo = 1
        weak var discarded: Workshop.Owner?
        do {
            let owner = Workshop.Owner(7)
            discarded = owner
            context.insert(owner)
            context.processPendingChanges()
            context.delete(owner)
            context.processPendingChanges()
        }
        #expect(discarded != nil)
        owner.name = "changed"
        context.processPendingChanges()
        #expect(manager.undoCount == 1)
        #expect(discarded == nil)
    }

    @Test func contextHasNoUndoManagerAtFirst() throws {
        let context = ModelContext(container)
        #expect(context.undoManager == nil)
        context.undoManager = manager
        #expect(context.undoManager === manager)
    }

    // MARK: Attributes

    @Test func attributeIsRestored() throws { try check { tool.name = "saw" } }

    @Test func optionalAttributeIsRestored() throws { try check { tool.weight = 2.5 } }

    @Test func fieldOfACompositeAttributeIsRestored() throws {
        try check { owner.address.street = "Side" }
    }

    @Test func collectionIsRestored() throws { try check { tool.keywords.append("sharp") } }

    @Test func externalDataIsRestored() throws {
        tool.picture = Data(count: 20_000)
        try context.save()
        manager.removeAllActions()
        try check { tool.picture = Data(count: 30_000) }
    }

    @Test func attributeOfASubclassIsRestored() throws {
        let drill = Workshop.PowerTool(9, watts: 500)
        context.insert(drill)
        try context.save()
        manager.removeAllActions()
        try check {
            drill.watts = 800
            drill.name = "drill"
        }
    }

    @Test func attributeOfAModelThatWasNotLoadedIsRestored() throws {
        let other = ModelContext(container)
        let fault = try #require(other.model(for: tool.persistentModelID) as? Workshop.Tool)
        other.undoManager = manager
        fault.name = "saw"
        manager.undo()
        #expect(fault.name == "tool 2")
    }

    @Test func onlyTheStateBeforeTheFirstChangeIsRestored() {
        for number in 0..<5 { tool.name = "\(number)" }
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(tool.name == "tool 2")
        manager.redo()
        #expect(tool.name == "4")
    }

    @Test func observersAreNotified() {
        tool.name = "saw"
        let tool = tool
        let count = Count()
        withObservationTracking {
            _ = tool.name
        } onChange: {
            count.increment()
        }
        manager.undo()
        #expect(count.value == 1)
    }

    // MARK: Insertions

    @Test func insertionIsUndone() throws {
        let label = Workshop.Label(5)
        try check { context.insert(label) }
        #expect(label.modelContext === context)
        manager.undo()
        #expect(label.isDeleted)
        try context.save()
        #expect(label.modelContext == nil)
        #expect(label.name == "label 5")
    }

    @Test func insertionWithRelatedModelsIsUndone() throws {
        try check {
            let other = Workshop.Owner(6)
            other.tools = [Workshop.Tool(7), Workshop.PowerTool(8, watts: 3), tool]
            other.license = Workshop.License(9)
            context.insert(other)
        }
        manager.undo()
        #expect(tool.owner === owner)
    }

    @Test func undoneInsertionKeepsItsIdentifier() throws {
        let label = Workshop.Label(5)
        context.insert(label)
        let temporary = label.persistentModelID
        manager.undo()
        #expect(label.modelContext == nil)
        #expect(!context.hasChanges)
        manager.redo()
        #expect(label.persistentModelID == temporary)
        let registered: Workshop.Label? = context.registeredModel(for: temporary)
        #expect(registered === label)
        try context.save()
        let saved = label.persistentModelID
        manager.undo()
        try context.save()
        manager.redo()
        #expect(label.persistentModelID.isTemporary)
        try context.save()
        #expect(label.persistentModelID == saved)
    }

    // MARK: Deletions

    @Test func deletionIsUndone() throws {
        try check { context.delete(tool) }
        manager.undo()
        #expect(owner.tools.map(\.serial) == [2])
        #expect(owner.tools.first === tool)
    }

    @Test func deletionWithACascadeIsUndone() throws {
        let part = Workshop.Part(3, of: tool)
        let license = Workshop.License(4)
        let label = Workshop.Label(5)
        context.insert(part)
        owner.license = license
        tool.labels = [label]
        owner.likes = [label]
        tool.picture = Data(count: 20_000)
        try context.save()
        manager.removeAllActions()
        try check { context.delete(owner) }
        manager.undo()
        #expect(tool.parts.first === part)
        #expect(part.tool === tool)
        #expect(license.owner === owner)
        #expect(label.tools.first === tool)
        #expect(label.fans?.first === owner)
        #expect(tool.picture?.count == 20_000)
    }

    @Test func savedDeletionIsUndoneWithTheSameObjectAndIdentifier() throws {
        let identifier = tool.persistentModelID
        context.delete(tool)
        try context.save()
        #expect(tool.modelContext == nil)
        manager.undo()
        #expect(tool.modelContext === context)
        #expect(owner.tools.first === tool)
        try context.save()
        #expect(tool.persistentModelID == identifier)
        let other = ModelContext(container)
        #expect((other.model(for: identifier) as? Workshop.Tool)?.owner?.serial == 1)
    }

    @Test func deletionOfModelsThatWereNeverLoadedIsUndone() throws {
        for serial in 10..<300 { context.insert(Workshop.Spare(serial)) }
        try context.save()
        let other = ModelContext(container)
        other.undoManager = manager
        let before = try stored()
        manager.removeAllActions()
        try other.delete(model: Workshop.Spare.self)
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Workshop.Spare>()) == 0)
        manager.undo()
        try other.save()
        #expect(try stored() == before)
    }

    @Test func deletionOfANewModelIsUndone() throws {
        let part = Workshop.Part(3, of: tool)
        context.insert(part)
        context.processPendingChanges()
        context.delete(part)
        context.processPendingChanges()
        manager.undo()
        #expect(part.modelContext === context)
        #expect(tool.parts.first === part)
        manager.undo()
        #expect(part.modelContext == nil)
        #expect(tool.parts.isEmpty)
        manager.redo()
        manager.redo()
        #expect(part.modelContext == nil)
        try context.save()
        #expect(try stored().lines.count == 2)
    }

    @Test func changesBeforeADeletionAreRestored() throws {
        tool.name = "saw"
        context.delete(tool)
        manager.undo()
        #expect(tool.name == "tool 2")
        #expect(!tool.isDeleted)
        try context.save()
        #expect(try stored().lines.contains { $0.hasPrefix("tool 2 tool 2") })
    }

    @Test func discardedDeletionIsADeletionAgainAfterUndo() throws {
        context.delete(tool)
        context.processPendingChanges()
        context.insert(tool)
        context.processPendingChanges()
        manager.undo()
        #expect(tool.isDeleted)
        #expect(owner.tools.isEmpty)
        manager.undo()
        #expect(!tool.isDeleted)
        #expect(owner.tools.first === tool)
    }

    @Test func insertionOfADeletedModelIsUndone() throws {
        context.delete(tool)
        try context.save()
        context.insert(tool)
        tool.owner = owner
        try context.save()
        manager.undo()
        #expect(tool.isDeleted)
        manager.undo()
        try context.save()
        #expect(try stored().lines.contains { $0.hasPrefix("tool 2 tool 2 -1.0 [] -1 owner 1") })
    }

    // MARK: Unique values

    @Test func replacedRowGetsItsFormerValues() throws {
        let label = Workshop.Label(5)
        label.tools = [tool]
        context.insert(label)
        try context.save()
        manager.removeAllActions()
        let before = try stored()
        let replacement = Workshop.Label(6)
        replacement.name = "label 5"
        replacement.color = "blue"
        context.insert(replacement)
        try context.save()
        #expect((label.serial, label.color) == (6, "blue"))
        manager.undo()
        #expect((label.serial, label.color) == (5, "red"))
        try context.save()
        #expect(try stored() == before)
        manager.redo()
        try context.save()
        #expect((label.serial, label.color) == (6, "blue"))
    }

    @Test func replacedRowThatWasNotInMemoryGetsItsFormerValues() throws {
        let other = ModelContext(container)
        let label = Workshop.Label(5)
        other.insert(label)
        try other.save()
        let replacement = Workshop.Label(6)
        replacement.name = "label 5"
        context.insert(replacement)
        try context.save()
        manager.undo()
        #expect(replacement.serial == 5)
        #expect(!replacement.isDeleted)
        try context.save()
        #expect(try stored().lines.contains("label 5 label 5 red tools [] fans []"))
    }
}

/// A number that an observer changes.
private final class Count: @unchecked Sendable {
    // Unchecked, because only one test uses each object.

    private(set) var value = 0

    func increment() { value += 1 }
}
