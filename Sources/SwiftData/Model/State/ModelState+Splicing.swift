// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Replaces a part of a loaded to-many relationship, if that is the effect of an assignment.
    ///
    /// - Parameters:
    ///   - value: The assigned models.
    ///   - model: The model that has the relationship.
    ///   - storage: The storage of the relationship.
    ///   - index: The index of the relationship.
    ///   - isModification: Whether the value is kept for the next modification.
    ///   - notifying: Executes a change and notifies observers.
    /// - Returns: Whether the value was assigned.
    /// - Complexity: O(*k*) for *k* models between the common beginning and end of the previous and
    ///   the assigned models, in addition to comparing and moving the memory of the others.
    func splice<M: PersistentModel, Storage: ToManyStorage>(
        _ value: [Storage.Target],
        into model: M,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int,
        isModification: Bool,
        notifying: (() -> Void) -> Void
    ) -> Bool {
        guard lifecycle == .inserted || lifecycle == .stored, let context,
            var splice = model[keyPath: storage].related?.splice(to: value)
        else { return false }
        if splice.added.contains(where: { $0._$model.lifecycle == .detached }) {
            for target in splice.added where target._$model.lifecycle == .detached {
                context.insert(target)
            }
            // An inserted model can have added itself by its own relationship.
            guard let rest = model[keyPath: storage].related?.splice(to: value) else {
                return false
            }
            splice = rest
        }
        // Appending leaves the order of the other models as it is.
        if !splice.removed.isEmpty || splice.isRearranged
            || model[keyPath: storage].related?.isEmpty == true
        {
            recordValue(of: model, at: index)
        }
        noteAssignment(to: model, at: index)
        let change = splice
        func apply() {
            exchange(storage, of: model) {
                $0.apply(change, to: value, keepsCopy: isModification)
            }
        }
        notifying(apply)
        let relationships = context.graph.relationships
        if splice.isRearranged, let property = entity?.properties[index] {
            relationships.didRearrange(property, of: model)
        }
        relationships.relationshipDidChange(
            of: model,
            at: index,
            removed: splice.removed,
            added: splice.added
        )
        return true
    }
}
