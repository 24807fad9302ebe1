// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Appends models to a loaded to-many relationship, if that is the effect of an assignment.
    ///
    /// - Parameters:
    ///   - value: The assigned models.
    ///   - model: The model that has the relationship.
    ///   - storage: The storage of the relationship.
    ///   - index: The index of the relationship.
    ///   - isModification: Whether the value is kept for the next modification.
    ///   - notifying: Executes a change and notifies observers.
    /// - Returns: Whether the value was assigned.
    /// - Complexity: O(*k*) for *k* new models, in addition to comparing the others.
    func append<M: PersistentModel, Storage: ToManyStorage>(
        _ value: [Storage.Target],
        to model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int,
        isModification: Bool,
        notifying: (() -> Void) -> Void
    ) -> Bool {
        guard lifecycle == .inserted || lifecycle == .stored, let context,
            let added = model[keyPath: storage].related?.additions(in: value)
        else { return false }
        for target in added where target._$model.lifecycle == .detached { context.insert(target) }
        // Appending leaves the order of the other models as it is.
        if model[keyPath: storage].related?.isEmpty == true { recordValue(of: model, at: index) }
        noteAssignment(to: model, at: index)
        var dropped: [AnyObject] = []
        notifying {
            dropped = model[keyPath: storage].append(
                added,
                keeping: isModification ? value : nil
            )
        }
        context.graph.relationships.relationshipDidChange(
            of: model,
            at: index,
            removed: [],
            added: added
        )
        withExtendedLifetime(dropped) {}
        return true
    }
}
