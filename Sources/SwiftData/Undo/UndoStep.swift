// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The previous states of the models and pairs that successive changes of a context affected.
///
/// Only the state before the first change of a step is recorded. Restoring it is a change like any
/// other, which another step records: the opposite of this one.
final class UndoStep {
    /// A pair of a join table.
    struct Link: Hashable {
        let table: Int
        let pair: PendingLinks.Pair
    }

    /// The models in the order of their first change.
    private(set) var states = InsertionOrderedDictionary<ObjectIdentifier, FormerState>()
    /// Whether each changed pair was linked.
    private(set) var links = InsertionOrderedDictionary<Link, Bool>()

    /// Returns whether nothing about a property of a model is left to record.
    func covers(_ property: PropertyDescription, of model: any PersistentModel) -> Bool {
        guard let state = states[ObjectIdentifier(model)] else { return false }
        return state.wasAbsent || state.contains(property)
    }

    /// Returns whether a model was not in the context before the step.
    func wasAbsent(_ model: any PersistentModel) -> Bool {
        states[ObjectIdentifier(model)]?.wasAbsent == true
    }

    /// Changes the record of a model.
    func update(_ model: any PersistentModel, _ body: (inout FormerState) -> Void) {
        let identity = ObjectIdentifier(model)
        var state = states[identity] ?? FormerState(of: model)
        body(&state)
        states[identity] = state
    }

    /// Records whether a pair was linked, unless it is recorded already.
    func record(_ link: Link, wasLinked: Bool) {
        if links[link] == nil { links[link] = wasLinked }
    }
}
