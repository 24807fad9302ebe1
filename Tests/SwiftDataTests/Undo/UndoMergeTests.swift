// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Undo of changes to models that other contexts changed or deleted since.
@Suite struct UndoMergeTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let other: ModelContext
    private let manager = UndoManager()
    private let owner = Workshop.Owner(1)
    private let tool = Workshop.Tool(2)
    private let label = Workshop.Label(3)

    init() throws {
        container = try Workshop.container()
        context = ModelContext(container)
        other = ModelContext(container)
        owner.tools = [tool]
        tool.labels = [label]
        context.insert(owner)
        try context.save()
        context.undoManager = manager
    }

    private func stored() throws -> WorkshopSnapshot {
        try WorkshopSnapshot(of: ModelContext(container))
    }

    private func othersTool() throws -> Workshop.Tool {
        try #require(other.model(for: tool.persistentModelID) as? Workshop.Tool)
    }

    @Test func propertyIsRestoredOverTheChangeOfAnotherContext() throws {
        tool.name = "a"
        tool.weight = 1
        try context.save()
        let others = try othersTool()
        others.name = "b"
        others.keywords = ["b"]
        try other.save()
        manager.undo()
        #expect((tool.name, tool.weight) == ("tool 2", nil))
        #expect(tool.keywords == ["b"])
        try context.save()
        #expect(try stored().lines.contains { $0.hasPrefix("tool 2 tool 2 -1.0 [\"b\"]") })
        manager.redo()
        // Redo restores the state before the undo.
        #expect(tool.name == "b")
    }

    @Test func modelThatAnotherContextDeletedIsLeftOut() throws {
        tool.name = "a"
        owner.name = "b"
        try context.save()
        other.delete(try othersTool())
        try other.save()
        manager.undo()
        #expect(owner.name == "owner 1")
        #expect(tool.modelContext == nil)
        try context.save()
        #expect(try stored().lines.count == 2)
        manager.redo()
        #expect(owner.name == "b")
        try context.save()
    }

    @Test func targetThatAnotherContextDeletedIsLeftOut() throws {
        let second = Workshop.Owner(9)
        context.insert(second)
        try context.save()
        manager.removeAllActions()
        tool.owner = second
        try context.save()
        for owner in try other.fetch(FetchDescriptor<Workshop.Owner>()) where owner.serial == 1 {
            other.delete(owner)
        }
        try other.save()
        manager.undo()
        #expect(tool.owner === second)
        try context.save()
    }

    @Test func deletedModelReturnsWithoutATargetThatNoLongerExists() throws {
        context.delete(tool)
        try context.save()
        for owner in try other.fetch(FetchDescriptor<Workshop.Owner>()) { other.delete(owner) }
        for label in try other.fetch(FetchDescriptor<Workshop.Label>()) { other.delete(label) }
        try other.save()
        manager.undo()
        #expect(tool.modelContext === context)
        #expect(tool.owner == nil)
        #expect(tool.labels.isEmpty)
        try context.save()
        #expect(try stored().lines.count == 1)
    }

    @Test func deletedModelDoesNotReturnWithoutARequiredTarget() throws {
        let part = Workshop.Part(4, of: tool)
        context.insert(part)
        try context.save()
        manager.removeAllActions()
        context.delete(part)
        try context.save()
        other.delete(try othersTool())
        try other.save()
        manager.undo()
        #expect(part.modelContext == nil)
        try context.save()
        #expect(try stored().lines.count == 2)
    }

    @Test func insertionIsUndoneWithWhatOtherContextsAddedToTheModel() throws {
        let second = Workshop.Owner(9)
        context.insert(second)
        try context.save()
        let others = try other.fetch(FetchDescriptor<Workshop.Owner>()).first { $0.serial == 9 }
        others?.tools = [Workshop.Tool(10)]
        try other.save()
        manager.undo()
        try context.save()
        #expect(try !stored().lines.contains { $0.hasPrefix("tool 10") })
        manager.redo()
        try context.save()
        #expect(try stored().lines.contains { $0.hasPrefix("tool 10") && $0.contains("owner 9") })
    }

    @Test func pairThatAnotherContextRemovedIsUndone() throws {
        let second = Workshop.Label(5)
        context.insert(second)
        try context.save()
        manager.removeAllActions()
        tool.labels.append(second)
        try context.save()
        try othersTool().labels = []
        try other.save()
        manager.undo()
        #expect(tool.labels.isEmpty)
        tool.labels = [second]
        try context.save()
        #expect(try stored().lines.contains { $0.contains("labels [5]") })
        manager.undo()
        try context.save()
        #expect(try stored().lines.contains { $0.hasPrefix("tool 2") && $0.contains("labels []") })
    }

    @Test func contextsCanShareAnUndoManager() throws {
        other.undoManager = manager
        tool.name = "a"
        try context.save()
        try othersTool().name = "b"
        try other.save()
        tool.weight = 1
        owner.name = "c"
        try context.save()
        #expect(manager.undoCount == 3)
        manager.undo()
        manager.undo()
        try other.save()
        context.processPendingChanges()
        #expect(tool.name == "a")
        manager.undo()
        #expect(tool.name == "tool 2")
        other.rollback()
        #expect(manager.canRedo)
    }

    @Test func erasedModelsAreLeftOut() throws {
        tool.name = "a"
        try context.save()
        let part = Workshop.Part(4, of: tool)
        context.insert(part)
        try context.save()
        try container.erase()
        manager.undo()
        manager.undo()
        #expect(!context.hasChanges)
        manager.redo()
        manager.redo()
        try context.save()
        #expect(try stored().lines.isEmpty)
    }

    @Test func deletionBeforeErasingIsUndone() throws {
        context.delete(label)
        try context.save()
        try container.erase()
        manager.undo()
        try context.save()
        #expect(try stored().lines == ["label 3 label 3 red tools [] fans []"])
    }

    @Test func actorCanUndo() async throws {
        let bench = Bench(modelContainer: container)
        #expect(
            try await bench.renameAndUndo(tool.persistentModelID) == ["tool 2", "x", "tool 2", "x"]
        )
    }

    @Test func deletionThatTwoContextsUndoReturnsOneModel() throws {
        let othersManager = UndoManager()
        other.undoManager = othersManager
        other.delete(try othersTool())
        context.delete(tool)
        try context.save()
        try other.save()
        manager.undo()
        try context.save()
        othersManager.undo()
        try other.save()
        let tools = FetchDescriptor<Workshop.Tool>()
        #expect(try ModelContext(container).fetchCount(tools) == 1)
    }

    @Test func replacedRowReturnsAfterLaterChangesOfItsReplacement() throws {
        label.color = "green"
        try context.save()
        manager.removeAllActions()
        let replacement = Workshop.Label(3)
        context.insert(replacement)
        context.processPendingChanges()
        replacement.color = "blue"
        try context.save()
        #expect(label.color == "blue")
        #expect(manager.undoCount == 2)
        manager.undo()
        manager.undo()
        try context.save()
        let labels = try ModelContext(container).fetch(FetchDescriptor<Workshop.Label>())
        #expect(labels.map(\.color) == ["green"])
    }
}

@ModelActor
private actor Bench {
    func renameAndUndo(_ identifier: PersistentIdentifier) throws -> [String] {
        let manager = UndoManager()
        modelContext.undoManager = manager
        guard let tool = self[identifier, as: Workshop.Tool.self] else { return [] }
        var names = [tool.name]
        tool.name = "x"
        names.append(tool.name)
        manager.undo()
        names.append(tool.name)
        manager.redo()
        names.append(tool.name)
        return names
    }
}
