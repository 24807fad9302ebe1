// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// Actions and groups, without a context.
@Suite struct UndoManagerTests {
    /// A value whose changes can be undone.
    private final class Counter {
        var value = 0
        var log: [Int] = []

        func set(_ value: Int, _ manager: UndoManager) {
            let old = self.value
            manager.registerUndo(withTarget: self) { $0.set(old, manager) }
            self.value = value
            log.append(value)
        }
    }

    private let manager = UndoManager()
    private let counter = Counter()

    private func group(_ name: String = "", _ body: () -> Void) {
        manager.beginUndoGrouping()
        body()
        if !name.isEmpty { manager.setActionName(name) }
        manager.endUndoGrouping()
    }

    @Test func newManagerHasNothingToUndo() {
        #expect(!manager.canUndo)
        #expect(!manager.canRedo)
        #expect(manager.groupsByEvent)
        #expect(manager.groupingLevel == 0)
        #expect(manager.levelsOfUndo == 0)
        manager.undo()
        manager.redo()
        manager.undoNestedGroup()
        manager.endUndoGrouping()
        manager.enableUndoRegistration()
        #expect(manager.groupingLevel == 0)
        #expect(manager.isUndoRegistrationEnabled)
    }

    @Test func actionsOfAGroupAreUndoneInReverseOrder() {
        group {
            for value in 1...3 { counter.set(value, manager) }
        }
        manager.undo()
        #expect(counter.log == [1, 2, 3, 2, 1, 0])
        #expect(!manager.canUndo)
        manager.redo()
        #expect(counter.log.suffix(3) == [1, 2, 3])
        #expect(manager.canUndo)
        #expect(!manager.canRedo)
    }

    @Test func groupsAreUndoneOneByOne() {
        for value in 1...3 { group { counter.set(value, manager) } }
        #expect(manager.undoCount == 3)
        manager.undo()
        #expect(counter.value == 2)
        manager.undo()
        #expect(counter.value == 1)
        #expect((manager.undoCount, manager.redoCount) == (1, 2))
        manager.redo()
        manager.redo()
        #expect(counter.value == 3)
    }

    @Test func nestedGroupsAreUndoneWithTheOuterOne() {
        group {
            counter.set(1, manager)
            group { counter.set(2, manager) }
            counter.set(3, manager)
        }
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(counter.value == 0)
        manager.redo()
        #expect(counter.value == 3)
    }

    @Test func nestedGroupIsUndoneAlone() {
        manager.beginUndoGrouping()
        counter.set(1, manager)
        group { counter.set(2, manager) }
        manager.undoNestedGroup()
        #expect(counter.value == 1)
        #expect(manager.groupingLevel == 1)
        // An action is the last item now.
        manager.undoNestedGroup()
        #expect(counter.value == 1)
        manager.endUndoGrouping()
        manager.undo()
        #expect(counter.value == 0)
    }

    @Test func undoEndsTheOpenGroupButNotANestedOne() {
        manager.beginUndoGrouping()
        counter.set(1, manager)
        manager.beginUndoGrouping()
        manager.undo()
        #expect(counter.value == 1)
        manager.endUndoGrouping()
        manager.undo()
        #expect(counter.value == 0)
        #expect(manager.groupingLevel == 0)
    }

    @Test func groupWithoutActionsIsRemoved() {
        group {}
        group { group {} }
        #expect(!manager.canUndo)
    }

    @Test func registeringRemovesTheActionsThatRedo() {
        group { counter.set(1, manager) }
        manager.undo()
        #expect(manager.canRedo)
        group { counter.set(2, manager) }
        #expect(!manager.canRedo)
        manager.redo()
        #expect(counter.value == 2)
    }

    // MARK: Events

    @Test func actionsOutsideOfGroupsFormTheGroupOfAnEvent() {
        counter.set(1, manager)
        counter.set(2, manager)
        #expect(manager.groupingLevel == 1)
        #expect(manager.canUndo)
        manager.undo()
        #expect(counter.value == 0)
        #expect(manager.groupingLevel == 0)
    }

    @Test func explicitGroupEndsTheEvent() {
        counter.set(1, manager)
        group { counter.set(2, manager) }
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(counter.value == 1)
    }

    @Test func everyActionIsAGroupWithoutEvents() {
        manager.groupsByEvent = false
        counter.set(1, manager)
        counter.set(2, manager)
        #expect(manager.groupingLevel == 0)
        manager.undo()
        #expect(counter.value == 1)
        manager.undo()
        #expect(counter.value == 0)
        manager.redo()
        #expect(counter.value == 1)
    }

    // MARK: Limits

    @Test func oldestGroupsAreRemovedBeyondTheLimit() {
        manager.levelsOfUndo = 2
        for value in 1...4 { group { counter.set(value, manager) } }
        #expect(manager.undoCount == 2)
        while manager.canUndo { manager.undo() }
        #expect(counter.value == 2)
        #expect(manager.redoCount == 2)
        manager.levelsOfUndo = 1
        #expect(manager.redoCount == 1)
        manager.redo()
        #expect(counter.value == 3)
    }

    @Test func disabledRegistrationIgnoresActions() {
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        counter.set(1, manager)
        manager.enableUndoRegistration()
        #expect(manager.isUndoRegistrationEnabled)
        #expect(!manager.canUndo)
    }

    // MARK: Removing

    @Test func allActionsAreRemoved() {
        group { counter.set(1, manager) }
        group { counter.set(2, manager) }
        manager.undo()
        manager.disableUndoRegistration()
        manager.removeAllActions()
        #expect(!manager.canUndo)
        #expect(!manager.canRedo)
        #expect(manager.isUndoRegistrationEnabled)
    }

    @Test func actionsOfOneTargetAreRemoved() {
        let other = Counter()
        group { counter.set(1, manager) }
        group {
            counter.set(2, manager)
            group { other.set(1, manager) }
        }
        manager.beginUndoGrouping()
        counter.set(3, manager)
        manager.removeAllActions(withTarget: counter)
        manager.endUndoGrouping()
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(counter.value == 3)
        #expect(other.value == 0)
    }

    @Test func actionOfADeallocatedTargetHasNoEffect() {
        let performed = Mutex(0)
        var target: Counter? = Counter()
        if let target {
            manager.registerUndo(withTarget: target) { _ in performed.withLock { $0 += 1 } }
        }
        target = nil
        manager.undo()
        #expect(performed.withLock { $0 } == 0)
        #expect(target == nil)
    }

    // MARK: During an undo

    @Test func phaseIsKnownToActions() {
        let manager = manager
        var phases: [[Bool]] = []
        func note(_ counter: Counter) {
            phases.append([manager.isUndoing, manager.isRedoing])
            manager.registerUndo(withTarget: counter) { note($0) }
        }
        note(counter)
        manager.undo()
        manager.redo()
        #expect(phases == [[false, false], [true, false], [false, true]])
        #expect(!manager.isUndoing)
    }

    @Test func undoInsideOfAnActionHasNoEffect() {
        group { counter.set(1, manager) }
        manager.registerUndo(withTarget: counter) { [manager] _ in
            manager.undo()
            manager.redo()
            manager.endUndoGrouping()
            manager.beginUndoGrouping()
        }
        manager.undo()
        #expect(counter.value == 1)
        #expect(manager.groupingLevel == 0)
        manager.undo()
        #expect(counter.value == 0)
    }

    // MARK: Names

    @Test func namesAreThoseOfTheGroups() {
        #expect(manager.undoMenuItemTitle == "Undo")
        #expect(manager.redoMenuItemTitle == "Redo")
        group("Count") { counter.set(1, manager) }
        group("Again") { group("Inner") { counter.set(2, manager) } }
        #expect(manager.undoActionName == "Again")
        #expect(manager.undoMenuItemTitle == "Undo Again")
        manager.undo()
        #expect(manager.undoActionName == "Count")
        #expect(manager.redoActionName == "Again")
        #expect(manager.redoMenuItemTitle == "Redo Again")
        manager.redo()
        #expect(manager.undoActionName == "Again")
        #expect(manager.undoMenuTitle(forUndoActionName: "Typing") == "Undo Typing")
        #expect(manager.redoMenuTitle(forUndoActionName: "") == "Redo")
    }

    @Test func nameOfANestedGroupIsThatOfAnOuterOneWithout() {
        group { group("Inner") { counter.set(1, manager) } }
        #expect(manager.undoActionName == "Inner")
    }

    @Test func nameCanBeSetDuringAndAfterTheEvent() {
        counter.set(1, manager)
        manager.setActionName("First")
        #expect(manager.undoActionName == "First")
        manager.endEvent()
        manager.setActionName("Second")
        #expect(manager.undoActionName == "Second")
    }

    // MARK: Notifications

    @Test func notificationsFollowTheOperations() {
        let log = Mutex<[Notification.Name]>([])
        let names: [Notification.Name] = [
            .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup,
            .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup,
            .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
            .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) {
                _ in
                log.withLock { $0.append(name) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        group { counter.set(1, manager) }
        #expect(
            log.withLock { $0 } == [
                .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerCheckpoint,
                .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup,
            ]
        )
        log.withLock { $0 = [] }
        manager.undo()
        manager.redo()
        #expect(
            log.withLock { $0 } == [
                .NSUndoManagerCheckpoint, .NSUndoManagerWillUndoChange,
                .NSUndoManagerDidUndoChange, .NSUndoManagerCheckpoint,
                .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
            ]
        )
    }

    /// Calls a handler for each notification of the manager while `body` runs.
    private func observing(
        _ name: Notification.Name,
        _ handler: @escaping @Sendable (UndoManager) -> Void,
        _ body: () -> Void
    ) {
        let center = NotificationCenter.default
        let token = center.addObserver(forName: name, object: manager, queue: nil) { notification in
            if let manager = notification.object as? UndoManager { handler(manager) }
        }
        body()
        center.removeObserver(token)
    }

    @Test func observerMayEndTheGroupThatBegins() {
        observing(.NSUndoManagerDidOpenUndoGroup, { $0.endUndoGrouping() }) {
            counter.set(1, manager)
        }
        #expect((manager.groupingLevel, manager.undoCount) == (0, 1))
        manager.undo()
        #expect(counter.value == 0)
    }

    @Test func observerMayReadWhetherThereIsSomethingToRedo() {
        group { counter.set(1, manager) }
        manager.undo()
        observing(.NSUndoManagerCheckpoint, { _ = $0.canRedo }) {
            #expect(manager.canRedo)
        }
    }

    /// Removes its actions when it is deinitialized.
    private final class Editor {
        let manager: UndoManager
        init(_ manager: UndoManager) { self.manager = manager }
        deinit { manager.removeAllActions(withTarget: self) }
    }

    /// Registers an action in a group; only the action retains an editor.
    private func registerActionWithEditor() {
        group {
            let editor = Editor(manager)
            manager.registerUndo(withTarget: counter) { counter in
                withExtendedLifetime(editor) { counter.set(1, editor.manager) }
            }
        }
    }

    @Test func actionMayOwnAnObjectThatRemovesItsActions() {
        registerActionWithEditor()
        manager.removeAllActions()
        #expect(manager.undoCount == 0)
        registerActionWithEditor()
        manager.levelsOfUndo = 1
        group { counter.set(2, manager) }
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(manager.redoCount == 1)
        registerActionWithEditor()
        #expect(manager.redoCount == 0)
        manager.undo()
        #expect(counter.value == 1)
        manager.removeAllActions(withTarget: counter)
        #expect(manager.undoCount == 0 && manager.redoCount == 0)
    }
}
