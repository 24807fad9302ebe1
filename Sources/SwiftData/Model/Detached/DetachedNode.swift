// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A model in a graph of models without a context, which can exist without its object.
final class DetachedNode {
    let modelClass: DetachedClass
    /// The models of each relationship, in order.
    var targets: [[DetachedNode]]
    /// The positions of the optional to-many relationships that are nil while they have no models.
    var nilRelationships: PropertySet = []
    /// The index among the nodes of the graph.
    var index = 0
    /// The model, if the node stands for one that is not in the graph, such as a deleted one.
    private var outsider: (any PersistentModel)?
    // Protected by `DetachedGraph.lock`.

    /// The object; nil if it was released.
    private var object: UnretainedModel?
    /// The member that the object owns, which retains the node and removes itself.
    private var member: UnretainedObject?
    /// The values of a released object.
    private var saved: SavedModel?

    /// Creates the node of a model that has no member yet.
    init(of modelClass: DetachedClass) {
        self.modelClass = modelClass
        targets = Array(repeating: [], count: modelClass.relationships.count)
    }

    /// Creates a node for a model that is not in the graph.
    init(outsider model: any PersistentModel) {
        modelClass = DetachedClass.of(type(of: model))
        targets = []
        outsider = model
    }

    /// Whether the node stands for a model that is not in the graph.
    var isOutside: Bool { outsider != nil }
    /// Whether the object exists.
    var isAlive: Bool { DetachedGraph.lock.withLock { object != nil } }
    /// The object, or nil if it was released.
    var liveModel: (any PersistentModel)? {
        outsider ?? DetachedGraph.lock.withLock { object?.retained() }
    }

    /// Returns the object, which is created again if it was released.
    func model(in graph: DetachedGraph) -> any PersistentModel {
        if let model = liveModel { return model }
        let model = modelClass.makeModel()
        let saved = DetachedGraph.lock.withLock { exchange(&self.saved, with: nil) }
        saved?.restore(model, of: modelClass)
        _ = DetachedMember(model, node: self, graph: graph)
        return model
    }

    /// Sets the object.
    func attach<M: PersistentModel>(_ model: M, as member: DetachedMember) {
        let object = UnretainedModel(model)
        DetachedGraph.lock.withLock {
            self.object = object
            self.member = UnretainedObject(member)
        }
    }

    /// Removes the object and keeps its values, unless the node has another object.
    func detach(_ member: DetachedMember, saving saved: SavedModel?) {
        DetachedGraph.lock.withLock {
            guard isCurrent(member) else { return }
            object = nil
            self.member = nil
            self.saved = saved
        }
    }

    /// Returns whether a member belongs to the current object.
    func has(_ member: DetachedMember) -> Bool {
        DetachedGraph.lock.withLock { isCurrent(member) }
    }

    private func isCurrent(_ member: DetachedMember) -> Bool {
        self.member.map { $0 === UnretainedObject(member) } == true
    }

    /// Makes the node stand for the model that was its object and has left the graph.
    func becomeOutside(_ model: any PersistentModel) {
        outsider = model
        targets = []
    }

    /// Sets the graph that the object retains.
    func setGraph(_ graph: DetachedGraph) {
        DetachedGraph.lock.withLock {
            guard let member = member?.retained() else { return }
            uncheckedCast(member, to: DetachedMember.self).graph = graph
        }
    }

    /// Removes the references to other nodes, which can be cyclic.
    func clear() { targets = [] }

    // MARK: Changes by the other end

    /// Adds a node to a relationship: the last one of a to-many relationship, or else the only one.
    func add(_ other: DetachedNode, at position: Int) {
        change(at: position) { member in
            guard modelClass.relationships[position].isToMany else {
                targets[position] = [other]
                return member?.retainTargets(at: position) ?? []
            }
            targets[position].append(other)
            nilRelationships.remove(position)
            member?.retainLast(other, at: position)
            return []
        }
    }

    /// Removes a node from a relationship.
    func remove(_ other: DetachedNode, at position: Int) {
        guard targets[position].contains(where: { $0 === other }) else { return }
        change(at: position) { member in
            targets[position].removeAll { $0 === other }
            return member?.release(other, at: position) ?? []
        }
    }

    /// Changes a relationship and notifies observers.
    ///
    /// The objects that `change` returns are released after it, because their deinitializers may
    /// use the relationship.
    private func change(at position: Int, _ change: (DetachedMember?) -> [AnyObject]) {
        var released: [AnyObject] = []
        if let model = liveModel {
            modelClass.relationships[position].relation.notifying(model) {
                released = change(model._$model.member)
            }
        } else {
            released = change(nil)
        }
        withExtendedLifetime(released) {}
    }
}

/// The values of a model that is in a graph while its object does not exist.
struct SavedModel {
    private let values: [Any?]
    private let observers: ModelObservers?
    private let temporaryIdentifier: PersistentIdentifier?
    private let hashSeed: Int64?

    init(_ model: some PersistentModel, of modelClass: DetachedClass) {
        let state = model._$model
        values = modelClass.attributes.map { $0.value(model) }
        observers = state.observers
        temporaryIdentifier = state.temporaryIdentifier
        hashSeed = state.hashSeed
    }

    /// Sets the values of a new object.
    func restore(_ model: some PersistentModel, of modelClass: DetachedClass) {
        for (attribute, value) in zip(modelClass.attributes, values) {
            if let value { attribute.setValue(value, of: model) }
        }
        model._$model.restore(
            observers: observers,
            temporaryIdentifier: temporaryIdentifier,
            hashSeed: hashSeed
        )
    }
}
