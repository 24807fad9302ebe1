// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An action that undoes a change.
struct UndoAction {
    /// The identity of the target, which is not retained.
    let target: ObjectIdentifier
    /// Performs the action if the target still exists.
    let perform: () -> Void
}

/// Actions and groups that are undone together.
struct UndoGroup {
    enum Item {
        case action(UndoAction)
        case group(UndoGroup)
    }

    var name = ""
    /// The actions and groups in the order of their registration.
    var items: [Item] = []

    init(name: String = "") { self.name = name }

    /// Creates a group of one action.
    init(_ action: UndoAction) { items = [.action(action)] }

    var isEmpty: Bool { items.isEmpty }

    /// Adds a group; a group without a name takes its name from it.
    mutating func append(_ group: UndoGroup) {
        guard !group.isEmpty else { return }
        items.append(.group(group))
        if name.isEmpty { name = group.name }
    }

    /// Removes and returns the last item if it is a group.
    mutating func removeLastGroup() -> UndoGroup? {
        guard case .group(let group)? = items.last else { return nil }
        items.removeLast()
        return group
    }

    /// Performs all actions, the last one first.
    func perform() {
        for item in items.reversed() {
            switch item {
            case .action(let action): action.perform()
            case .group(let group): group.perform()
            }
        }
    }

    /// Removes actions, and the groups that have no others.
    mutating func removeActions(where isRemoved: (UndoAction) -> Bool) {
        items = items.compactMap { item in
            switch item {
            case .action(let action): isRemoved(action) ? nil : item
            case .group(let group): group.withoutActions(where: isRemoved).map { .group($0) }
            }
        }
    }

    /// Returns the group without certain actions; nil if it has no others.
    func withoutActions(where isRemoved: (UndoAction) -> Bool) -> UndoGroup? {
        var group = self
        group.removeActions(where: isRemoved)
        return group.isEmpty ? nil : group
    }
}
