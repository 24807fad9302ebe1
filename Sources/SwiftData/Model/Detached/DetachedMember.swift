// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The membership of an object in a graph of models without a context, which the object owns.
///
/// A member retains the graph, and with it the values of all models in the graph. It also retains
/// the objects of related models, but only those with a higher number, so that no cycle of objects
/// keeps itself alive.
final class DetachedMember {
    let node: DetachedNode
    /// The graph, protected by `DetachedGraph.lock`, because another one can replace it.
    var graph: DetachedGraph
    private var number = DetachedMember.nextNumber()
    /// Whether another member has ever retained the object.
    private var wasRetained = false
    /// The retained objects of each relationship, in its order.
    private var retained: [OwnedModels?]

    private static let lastNumber = Atomic(0)

    private static func nextNumber() -> Int {
        lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    }

    init<M: PersistentModel>(_ model: M, node: DetachedNode, graph: DetachedGraph) {
        self.node = node
        self.graph = graph
        retained = Array(repeating: nil, count: node.modelClass.relationships.count)
        model._$model.member = self
        node.attach(model, as: self)
    }

    deinit { node.detach(self, saving: nil) }

    /// Saves the values of the object, which is being deinitialized.
    ///
    /// Called once by each class of a hierarchy, the subclass first.
    func willDeinitialize(_ model: some PersistentModel) {
        guard node.has(self) else { return }
        // No other object needs the values of the last one.
        let isLast = DetachedGraph.lock.withLock { isKnownUniquelyReferenced(&graph) }
        node.detach(self, saving: isLast ? nil : SavedModel(model, of: node.modelClass))
    }

    // MARK: Related objects

    /// Returns the objects of a relationship.
    ///
    /// - Complexity: O(1) if the member retains all of them; O(*n*) otherwise.
    func models(at position: Int) -> [AnyObject] {
        if let models = completeModels(at: position) { return models }
        let models = node.targets[position].map { $0.model(in: graph) }
        let former = retain(models, at: position)
        return withExtendedLifetime(former) { models.map { $0 as AnyObject } }
    }

    /// The objects of a relationship if the member retains all of them.
    private func completeModels(at position: Int) -> [AnyObject]? {
        let count = node.targets[position].count
        guard count > 0 else { return [] }
        guard let models = retained[position]?.models, models.count == count else { return nil }
        return models
    }

    /// Retains the objects of the relationship that exist and may be retained.
    ///
    /// - Returns: The objects that were retained before, to be released after the change.
    func retainTargets(at position: Int) -> [AnyObject] {
        retain(node.targets[position].compactMap(\.liveModel), at: position)
    }

    /// Stops retaining the objects of a relationship; returns them to be released after the change.
    func releaseTargets(at position: Int) -> [AnyObject] {
        exchange(&retained[position], with: nil).map { [$0] } ?? []
    }

    private func retain(_ models: [any PersistentModel], at position: Int) -> [AnyObject] {
        let former = releaseTargets(at: position)
        let kept = models.filter(mayRetain).map { $0 as AnyObject }
        if !kept.isEmpty { retained[position] = OwnedModels(kept) }
        return former
    }

    /// Retains the last object of a relationship, if it may.
    func retainLast(_ other: DetachedNode, at position: Int) {
        guard let model = other.liveModel, mayRetain(model) else { return }
        if let owner = retained[position] {
            owner.models.append(model)
        } else {
            retained[position] = OwnedModels([model])
        }
    }

    /// Removes an object from the retained ones; returns it to be released after the change.
    func release(_ other: DetachedNode, at position: Int) -> [AnyObject] {
        guard let owner = retained[position], let model = other.liveModel,
            let place = owner.models.firstIndex(where: { $0 === model })
        else { return [] }
        return [owner.models.remove(at: place)]
    }

    private var retainsNothing: Bool { retained.allSatisfy { $0?.models.isEmpty ?? true } }

    /// Returns whether an object may be retained: no chain of objects leads from it to this one.
    ///
    /// Each member retains members with higher numbers only. A member that retains none can get a
    /// higher number, and one that no other retains a lower number.
    private func mayRetain(_ model: any PersistentModel) -> Bool {
        guard let other = model._$model.member else { return true }
        guard other !== self else { return false }
        if other.number < number {
            if other.retainsNothing {
                other.number = Self.nextNumber()
            } else if !wasRetained {
                number = -Self.nextNumber()
            } else {
                return false
            }
        }
        other.wasRetained = true
        return true
    }

    // MARK: Assignment

    /// Sets the models of a relationship, and updates the inverse.
    ///
    /// - Complexity: O(*k*) for *k* models between the common beginning and end of the previous and
    ///   the assigned models, in addition to the memory of the others, if the member retains the
    ///   previous ones; O(*n*) otherwise.
    func assign<T: PersistentModel>(
        _ value: [T],
        at position: Int,
        notifying: (() -> Void) -> Void
    ) {
        let ends = completeModels(at: position).map { CommonEnds($0, T.objects(value)) }
        let former = node.targets[position]
        let middle = (ends?.prefix ?? 0)..<value.count - (ends?.suffix ?? 0)
        let added = nodes(of: value[middle].map { $0 as any PersistentModel })
        // A new model can have added itself by its own relationship.
        let current = node.targets[position]
        guard let ends, current.count == former.count,
            CommonEnds(current, former).prefix == former.count
        else {
            let all = nodes(of: value.map { $0 as any PersistentModel })
            return setTargets(all.unique, at: position, notifying: notifying)
        }
        var new = former
        new.replaceSubrange(ends.prefix..<former.count - ends.suffix, with: added)
        // Usually one model is appended.
        let isDistinct =
            new.count == former.count + 1 && added.count == 1
            && !former.contains { $0 === added[0] }
        setTargets(isDistinct ? new : new.unique, at: position, notifying: notifying)
    }

    /// Returns the nodes of models, which are added to this graph.
    ///
    /// A model that is not without a context has a node outside of the graph.
    func nodes(of models: some Sequence<any PersistentModel>) -> [DetachedNode] {
        models.map { model in
            guard model._$model.isConnectable else { return DetachedNode(outsider: model) }
            let other = DetachedGraph.member(of: model)
            graph.merge(other.graph)
            return other.node
        }
    }

    /// Adds the models that a new member had in its storage, and updates the inverse.
    ///
    /// They precede models that have been added since; in a to-one relationship, they replace them.
    func connect(_ models: [any PersistentModel], at position: Int) {
        let relationship = node.modelClass.relationships[position]
        let added = nodes(of: models)
        let targets = relationship.isToMany ? (added + node.targets[position]).unique : added
        setTargets(targets, at: position) { change in
            guard let model = node.liveModel else { return change() }
            relationship.relation.notifying(model, change)
        }
    }
}
