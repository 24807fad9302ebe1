// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// How the changes of a context are divided into groups, and when they are discarded.
@Suite struct UndoGroupingTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let manager = UndoManager()
    private let tool = Workshop.Tool(1)

    init() throws {
        container = try Workshop.container()
        context = ModelContext(container)
        context.insert(tool)
        try context.save()
        context.undoManager = manager
    }

    @Test func saveEndsAGroup() throws {
        tool.name = "a"
        try context.save()
        tool.name = "b"
        try context.save()
        try context.save()
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(tool.name == "a")
        #expect(context.hasChanges)
    }

    @Test func processingPendingChangesEndsAGroup() {
        tool.name = "a"
        tool.weight = 1
        context.processPendingChanges()
        tool.name = "b"
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect((tool.name, tool.weight) == ("a", 1))
        manager.undo()
        #expect((tool.name, tool.weight) == ("tool 1", nil))
    }

    @Test func explicitGroupContinuesAcrossSaves() throws {
        tool.name = "a"
        manager.beginUndoGrouping()
        tool.name = "b"
        try context.save()
        tool.name = "c"
        context.processPendingChanges()
        tool.weight = 1
        manager.endUndoGrouping()
        tool.name = "d"
        #expect(manager.undoCount == 3)
        manager.undo()
        #expect(tool.name == "c")
        manager.undo()
        #expect((tool.name, tool.weight) == ("a", nil))
        manager.redo()
        #expect((tool.name, tool.weight) == ("c", 1))
    }

    @Test func everyStepIsAGroupWithoutEvents() {
        manager.groupsByEvent = false
        tool.name = "a"
        context.processPendingChanges()
        tool.name = "b"
        manager.undo()
        #expect(tool.name == "a")
    }

    @Test func changesAndOtherActionsAreUndoneInReverseOrder() {
        let log = Log()
        let tool = tool
        tool.name = "a"
        manager.registerUndo(withTarget: log) { $0.names.append(tool.name) }
        tool.name = "b"
        manager.undo()
        #expect(log.names == ["a"])
        #expect(tool.name == "tool 1")
    }

    @Test func newChangeRemovesTheActionsThatRedo() {
        tool.name = "a"
        manager.undo()
        #expect(manager.canRedo)
        tool.weight = 1
        #expect(!manager.canRedo)
        manager.redo()
        #expect(tool.name == "tool 1")
    }

    @Test func actionCanBeNamed() {
        tool.name = "a"
        manager.setActionName("Rename")
        context.processPendingChanges()
        #expect(manager.undoMenuItemTitle == "Undo Rename")
        manager.undo()
        #expect(manager.redoMenuItemTitle == "Redo Rename")
    }

    @Test func changesWithoutRegistrationAreNotUndone() {
        tool.name = "a"
        context.processPendingChanges()
        manager.disableUndoRegistration()
        tool.name = "b"
        tool.weight = 1
        manager.enableUndoRegistration()
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect((tool.name, tool.weight) == ("tool 1", 1))
    }

    @Test func groupsBeyondTheLimitAreDiscarded() {
        manager.levelsOfUndo = 3
        for number in 0..<10 {
            tool.name = "\(number)"
            context.processPendingChanges()
        }
        while manager.canUndo { manager.undo() }
        #expect(tool.name == "6")
    }

    @MainActor @Test func autosaveEndsTheGroupOfAJobButNotAnExplicitOne() async throws {
        let container = try Workshop.container()
        let context = container.mainContext
        let manager = UndoManager()
        let tool = Workshop.Tool(1)
        context.undoManager = manager
        func saved() async { while context.hasChanges { await Task.yield() } }
        context.insert(tool)
        tool.name = "a"
        await saved()
        tool.name = "b"
        await saved()
        #expect(manager.undoCount == 2)
        manager.beginUndoGrouping()
        tool.name = "c"
        await saved()
        tool.name = "d"
        await saved()
        manager.endUndoGrouping()
        #expect(manager.undoCount == 3)
        manager.undo()
        #expect(tool.name == "b")
        await saved()
        #expect(manager.canRedo)
        manager.redo()
        #expect(tool.name == "d")
    }

    // MARK: Discarding

    @Test func rollbackDiscardsTheActionsOfTheContext() throws {
        let log = Log()
        manager.registerUndo(withTarget: log) { $0.names.append("undone") }
        tool.name = "a"
        try context.save()
        tool.name = "b"
        context.rollback()
        #expect(tool.name == "a")
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(log.names == ["undone"])
        #expect(tool.name == "a")
    }

    @Test func failedTransactionDiscardsTheActions() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try context.transaction {
                tool.name = "a"
                throw Failure()
            }
        }
        #expect(tool.name == "tool 1")
        #expect(!manager.canUndo)
    }

    @Test func changesAfterAFailedSaveAreUndone() throws {
        let part = Workshop.Part(2, of: tool)
        context.insert(part)
        try context.save()
        tool.parts = []
        #expect(throws: SwiftDataError.self) { try context.save() }
        manager.undo()
        #expect(part.tool === tool)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func formerUndoManagerLosesTheActions() {
        tool.name = "a"
        let second = UndoManager()
        context.undoManager = second
        #expect(!manager.canUndo)
        tool.name = "b"
        #expect(second.canUndo)
        context.undoManager = nil
        #expect(!second.canUndo)
        tool.name = "c"
        manager.undo()
        second.undo()
        #expect(tool.name == "c")
    }

    @Test func actionsOfAReleasedContextAreDiscarded() throws {
        weak var released: ModelContext?
        let tool = Workshop.Tool(5)
        try {
            let context = ModelContext(container)
            released = context
            context.undoManager = manager
            context.insert(tool)
            try context.save()
            tool.name = "a"
        }()
        #expect(released == nil)
        #expect(!manager.canUndo)
        manager.undo()
        #expect(tool.name == "a")
    }

    @Test func modelsOfDiscardedActionsAreReleased() throws {
        weak var released: Workshop.Tool?
        try {
            let deleted = Workshop.Tool(6)
            released = deleted
            context.insert(deleted)
            try context.save()
            context.delete(deleted)
            try context.save()
        }()
        #expect(released != nil)
        manager.removeAllActions()
        // The step that records at present ends with the next change.
        tool.name = "a"
        try context.save()
        #expect(released == nil)
    }

    private final class Log {
        var names: [String] = []
    }
}
