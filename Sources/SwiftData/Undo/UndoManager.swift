// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Records actions that undo changes, and performs them in groups.
///
/// Foundation on Linux has no such class. An undo manager is not `Sendable`: it belongs to the
/// isolation domain that uses it, like the context that it is assigned to.
///
/// ```swift
/// let manager = UndoManager()
/// context.undoManager = manager
/// author.born = 1795
/// manager.setActionName("Set Year of Birth")
/// print(manager.undoMenuItemTitle)
/// manager.undo()
/// ```
///
/// While it undoes a group, the actions that are registered form the group that redoes it. An
/// invalid call, such as ``undo()`` without actions or during another undo, has no effect.
///
/// ## Topics
///
/// ### Registering actions
///
/// - ``init()``
/// - ``registerUndo(withTarget:handler:)``
/// - ``disableUndoRegistration()``
/// - ``enableUndoRegistration()``
/// - ``isUndoRegistrationEnabled``
///
/// ### Groups
///
/// - ``beginUndoGrouping()``
/// - ``endUndoGrouping()``
/// - ``groupingLevel``
/// - ``groupsByEvent``
/// - ``levelsOfUndo``
///
/// ### Undo and redo
///
/// - ``undo()``
/// - ``redo()``
/// - ``undoNestedGroup()``
/// - ``canUndo``
/// - ``canRedo``
/// - ``undoCount``
/// - ``redoCount``
/// - ``isUndoing``
/// - ``isRedoing``
///
/// ### Removing actions
///
/// - ``removeAllActions()``
/// - ``removeAllActions(withTarget:)``
///
/// ### Names
///
/// - ``setActionName(_:)``
/// - ``undoActionName``
/// - ``redoActionName``
/// - ``undoMenuItemTitle``
/// - ``redoMenuItemTitle``
/// - ``undoMenuTitle(forUndoActionName:)``
/// - ``redoMenuTitle(forUndoActionName:)``
public class UndoManager {
    private enum Phase {
        case registering, undoing, redoing
    }

    /// Whether actions that are registered outside of a group form one group until the end of the
    /// event; initially true.
    ///
    /// There is no run loop, so that an event ends with ``undo()``, ``redo()`` and
    /// ``beginUndoGrouping()``, and when a context of the undo manager saves or processes its
    /// pending changes. A context that saves by itself does so after each job that changed it. If
    /// the value is false, each action outside of a group is a group by itself.
    public var groupsByEvent = true
    /// The number of groups that can be undone; 0, the initial value, for any number.
    ///
    /// Beyond it, the oldest groups are removed.
    public var levelsOfUndo = 0 {
        didSet { removeOldestGroups() }
    }
    /// Whether actions are registered.
    public var isUndoRegistrationEnabled: Bool { disablingCount == 0 }
    /// The number of open groups, including the group of an event.
    public var groupingLevel: Int { openGroups.count }
    /// Whether ``undo()`` or ``undoNestedGroup()`` is performing actions.
    public var isUndoing: Bool { phase == .undoing }
    /// Whether ``redo()`` is performing actions.
    public var isRedoing: Bool { phase == .redoing }

    private var phase = Phase.registering
    private var disablingCount = 0
    private var undoStack: [UndoGroup] = []
    private var redoStack: [UndoGroup] = []
    /// The open groups, each inside of the previous one.
    private var openGroups: [UndoGroup] = []
    /// Whether the outermost open group belongs to an event.
    private var isInEvent = false
    /// The level of the group that collects actions during an undo or redo; otherwise 0.
    private var performingLevel = 0
    /// A number that changes when an action is registered and when a group begins or ends.
    ///
    /// An object that extends an action it has registered must register another one afterwards.
    private(set) var checkpoint = 0

    /// Creates an undo manager without actions.
    public init() {}

    // MARK: Registering

    /// Registers an action that undoes a change.
    ///
    /// It is performed with the target, which the undo manager does not retain, if that still
    /// exists. Registering removes all actions that redo, unless an undo or redo is in progress.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType,
        handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        let action = UndoAction(target: ObjectIdentifier(target)) { [weak target] in
            if let target { handler(target) }
        }
        if phase == .registering { releasing(redoStack) { _ in redoStack.removeAll() } }
        guard openGroups.isEmpty else {
            openGroups[openGroups.count - 1].items.append(.action(action))
            checkpoint += 1
            return
        }
        // With the action, because an observer of the notification may end the group.
        isInEvent = groupsByEvent
        open(UndoGroup(action))
        if !groupsByEvent, groupingLevel == 1 { close() }
    }

    /// Stops registering actions until the same number of calls of ``enableUndoRegistration()``.
    public func disableUndoRegistration() { disablingCount += 1 }

    /// Reverts a call of ``disableUndoRegistration()``.
    public func enableUndoRegistration() { disablingCount = max(0, disablingCount - 1) }

    // MARK: Groups

    /// Begins a group, inside of the open one if there is any; ends the group of an event.
    public func beginUndoGrouping() {
        endEvent()
        if groupingLevel > 0 { post(.NSUndoManagerCheckpoint) }
        open()
    }

    /// Ends the group that was begun last; a group without actions is removed.
    public func endUndoGrouping() {
        guard groupingLevel > performingLevel else { return }
        post(.NSUndoManagerCheckpoint)
        close()
    }

    /// Ends the group of an event, if one is open.
    func endEvent() {
        if isInEvent { close() } else { checkpoint += 1 }
    }

    private func open(_ group: UndoGroup = UndoGroup()) {
        openGroups.append(group)
        checkpoint += 1
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    private func close() {
        post(.NSUndoManagerWillCloseUndoGroup)
        guard let group = openGroups.popLast() else { return }
        checkpoint += 1
        if openGroups.isEmpty {
            isInEvent = false
            if !group.isEmpty { undoStack.append(group) }
            removeOldestGroups()
        } else {
            openGroups[openGroups.count - 1].append(group)
        }
        post(.NSUndoManagerDidCloseUndoGroup)
    }

    private func removeOldestGroups() {
        guard levelsOfUndo > 0 else { return }
        let undoExcess = undoStack.count - levelsOfUndo
        let redoExcess = redoStack.count - levelsOfUndo
        releasing(Array(undoStack.prefix(max(0, undoExcess)))) { undoStack.removeFirst($0.count) }
        releasing(Array(redoStack.prefix(max(0, redoExcess)))) { redoStack.removeFirst($0.count) }
    }

    /// Runs `body`, which removes groups, and releases the groups afterwards: the deinitializer of
    /// an object that only an action retains may use the undo manager.
    private func releasing(_ groups: [UndoGroup], _ body: ([UndoGroup]) -> Void) {
        body(groups)
        withExtendedLifetime(groups) {}
    }

    // MARK: Undo and redo

    /// Whether there are actions to undo.
    public var canUndo: Bool { undoCount > 0 }
    /// Whether there are actions to redo.
    public var canRedo: Bool {
        // An observer of the notification may read the property.
        if !isPostingCheckpoint {
            isPostingCheckpoint = true
            post(.NSUndoManagerCheckpoint)
            isPostingCheckpoint = false
        }
        return redoCount > 0
    }
    private var isPostingCheckpoint = false
    /// The number of groups to undo, including the open one if it has actions.
    public var undoCount: Int { undoStack.count + (hasOpenActions ? 1 : 0) }
    /// The number of groups to redo.
    public var redoCount: Int { redoStack.count }

    private var hasOpenActions: Bool {
        phase == .registering && openGroups.contains { !$0.isEmpty }
    }

    /// Undoes the last group, after ending it if it is open.
    ///
    /// Has no effect inside of a nested group; see ``undoNestedGroup()``.
    public func undo() {
        guard phase == .registering, groupingLevel <= 1 else { return }
        if groupingLevel == 1 { close() }
        undoNestedGroup()
    }

    /// Undoes the last group, or the last one that ended inside of the open group.
    public func undoNestedGroup() {
        guard phase == .registering else { return }
        endEvent()
        post(.NSUndoManagerCheckpoint)
        if openGroups.isEmpty {
            if let group = undoStack.popLast() { perform(group, phase: .undoing) }
        } else if let group = openGroups[openGroups.count - 1].removeLastGroup() {
            perform(group, phase: .undoing)
        }
    }

    /// Performs the group that was undone last again.
    ///
    /// Has no effect while a group is open, because its actions came after the undo.
    public func redo() {
        guard phase == .registering, openGroups.isEmpty else { return }
        post(.NSUndoManagerCheckpoint)
        if let group = redoStack.popLast() { perform(group, phase: .redoing) }
    }

    /// Performs the actions of a group, and keeps the group of their opposites.
    private func perform(_ group: UndoGroup, phase: Phase) {
        let isUndo = phase == .undoing
        post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
        openGroups.append(UndoGroup(name: group.name))
        checkpoint += 1
        let outerLevel = performingLevel
        performingLevel = groupingLevel
        self.phase = phase
        group.perform()
        while groupingLevel > performingLevel { close() }
        self.phase = .registering
        performingLevel = outerLevel
        checkpoint += 1
        if let opposite = openGroups.popLast(), !opposite.isEmpty {
            if isUndo { redoStack.append(opposite) } else { undoStack.append(opposite) }
        }
        removeOldestGroups()
        post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
    }

    private func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }

    // MARK: Removing actions

    /// Removes all actions, and enables their registration.
    public func removeAllActions() {
        removeActions { _ in true }
        disablingCount = 0
    }

    /// Removes all actions with a target.
    public func removeAllActions(withTarget target: Any) {
        removeAllActions(of: ObjectIdentifier(target as AnyObject))
    }

    /// Removes all actions with a target, which may have been deallocated.
    func removeAllActions(of target: ObjectIdentifier) {
        removeActions { $0.target == target }
    }

    private func removeActions(where isRemoved: (UndoAction) -> Bool) {
        checkpoint += 1
        releasing(openGroups + undoStack + redoStack) { _ in
            for index in openGroups.indices { openGroups[index].removeActions(where: isRemoved) }
            undoStack = undoStack.compactMap { $0.withoutActions(where: isRemoved) }
            redoStack = redoStack.compactMap { $0.withoutActions(where: isRemoved) }
        }
    }

    // MARK: Names

    /// The name of the actions that ``undo()`` performs; empty if they have none.
    public var undoActionName: String {
        guard hasOpenActions else { return undoStack.last?.name ?? "" }
        return openGroups.lazy.map(\.name).first { !$0.isEmpty } ?? ""
    }
    /// The name of the actions that ``redo()`` performs; empty if they have none.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Sets the name of the actions of the open group, or of the last group if none is open.
    public func setActionName(_ actionName: String) {
        if let index = openGroups.indices.last {
            openGroups[index].name = actionName
        } else if let index = undoStack.indices.last {
            undoStack[index].name = actionName
        }
    }

    /// The title of a menu item or button that undoes, such as "Undo Rename".
    public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    /// The title of a menu item or button that redoes, such as "Redo Rename".
    public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// Returns the title of a menu item that undoes actions of a name.
    public func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// Returns the title of a menu item that redoes actions of a name.
    public func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }
}

@available(*, unavailable, message: "undo managers cannot be shared across concurrency contexts")
extension UndoManager: @unchecked Sendable {}
