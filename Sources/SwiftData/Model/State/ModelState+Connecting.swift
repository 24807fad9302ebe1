// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Whether relationships connect the model with other models without a context.
    ///
    /// The references of a new model stay as they were while its deletion can be undone.
    var isConnectable: Bool { lifecycle == .detached && !wasDiscarded }

    /// Assigns models without a context to a relationship of such a model, and updates the inverse.
    ///
    /// - Parameters:
    ///   - value: The assigned models.
    ///   - model: The model that has the relationship.
    ///   - index: The index of the relationship in the class that declares it.
    ///   - isNil: Whether nil was assigned to a to-many relationship.
    ///   - notifying: Executes a change and notifies observers.
    /// - Returns: Whether the models were assigned. They are not if one of them is in a context, or
    ///   if nothing is to be connected.
    func connect<M: PersistentModel, T: PersistentModel>(
        _ value: [T],
        to model: M,
        at index: Int,
        isNil: Bool = false,
        notifying: (() -> Void) -> Void
    ) -> Bool {
        guard isConnectable, member != nil || value.contains(where: { $0._$model.isConnectable }),
            !value.contains(where: { $0._$model.context != nil })
        else { return false }
        let member = DetachedGraph.member(of: model)
        let id = DetachedRelationship.ID(M.self, index: index)
        guard let position = member.node.modelClass.position(of: id) else { return false }
        if isNil {
            member.node.nilRelationships.insert(position)
        } else {
            member.node.nilRelationships.remove(position)
        }
        member.assign(value, at: position, notifying: notifying)
        return true
    }

    /// Returns the objects of a relationship that connects models without a context; nil if the
    /// storage of the model has them.
    func connected<M: PersistentModel>(to model: M, at index: Int) -> [AnyObject]? {
        guard let member,
            let position = member.node.modelClass.position(
                of: DetachedRelationship.ID(M.self, index: index)
            )
        else { return nil }
        return member.models(at: position)
    }

    /// Returns whether a relationship that connects models without a context is nil.
    func isNilRelationship<M: PersistentModel>(of model: M, at index: Int) -> Bool {
        guard let node = member?.node,
            let position = node.modelClass.position(
                of: DetachedRelationship.ID(M.self, index: index)
            )
        else { return false }
        return node.targets[position].isEmpty && node.nilRelationships.contains(position)
    }

    /// Gives the model, and all models to which it leads, strong references to each other before
    /// its insertion.
    func leaveDetachedGraph() {
        guard let member else { return }
        member.graph.remove(member.node)
    }
}

/// Saves the values of a model that other models without a context lead to, when its object is
/// deinitialized.
///
/// `@Model` adds the call to the deinitializer of each class.
public func _willDeinitialize(_ model: some PersistentModel) {
    model._$state.pointee.rare?.member?.willDeinitialize(model)
}
