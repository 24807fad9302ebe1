// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The models without a context that relationships connect (decision 0243).
///
/// An object of a model retains its graph by its member, but the graph does not retain the objects:
/// the last one releases the graph, and with it all models. While the graph exists, a model without
/// an object has a node with its values, and gets a new object when a relationship is read.
///
/// Models belong to one isolation domain at a time, like the graph; but the last reference to an
/// object may be released on any thread. What that changes is protected by the lock.
final class DetachedGraph {
    /// Protects the objects of all nodes; held for a few instructions only.
    static let lock = SpinLock()
    private static var firstLimit: Int { 64 }

    private var nodes: [DetachedNode] = []
    /// The number of nodes from which the graph looks for nodes that no object leads to.
    private var limit = firstLimit

    deinit {
        // Nodes refer to each other.
        for node in nodes { node.clear() }
    }

    // MARK: Adding models

    /// Returns the member of a model without a context, which gets a graph if it is in none.
    ///
    /// An initializer may have stored models in the relationships. They are connected as well.
    ///
    /// - Complexity: O(*n*) for *n* models to which it leads that are in no graph.
    static func member(of model: any PersistentModel) -> DetachedMember {
        if let member = model._$model.member { return member }
        let graph = DetachedGraph()
        var queue = [(model: model, member: graph.makeMember(of: model))]
        var stored: [(member: DetachedMember, position: Int, targets: [any PersistentModel])] = []
        var next = 0
        while next < queue.count {
            let (model, member) = queue[next]
            next += 1
            for (position, targets) in model.takeTargets(of: member.node) {
                stored.append((member, position, targets))
                for target in targets
                where target._$model.isConnectable && target._$model.member == nil {
                    queue.append((target, graph.makeMember(of: target)))
                }
            }
        }
        for (member, position, targets) in stored { member.connect(targets, at: position) }
        return withExtendedLifetime(queue) { queue[0].member }
    }

    /// Connects models that have left their context, which otherwise retain each other for ever.
    static func connect(_ models: some Sequence<any PersistentModel>) {
        for model in models where model._$model.isConnectable && model.hasConnectableTarget {
            _ = member(of: model)
        }
    }

    private func makeMember(of model: some PersistentModel) -> DetachedMember {
        let node = DetachedNode(of: DetachedClass.of(type(of: model)))
        append(node)
        return DetachedMember(model, node: node, graph: self)
    }

    private func append(_ node: DetachedNode) {
        node.index = nodes.count
        nodes.append(node)
    }

    /// Adds the models of another graph.
    ///
    /// - Complexity: O(*n*), amortized, for *n* models in the smaller graph.
    func merge(_ other: DetachedGraph) {
        guard other !== self else { return }
        guard other.nodes.count <= nodes.count else { return other.merge(self) }
        let added = exchange(&other.nodes, with: [])
        for node in added {
            append(node)
            node.setGraph(self)
        }
        guard nodes.count >= limit else { return }
        removeUnreachable()
        limit = max(Self.firstLimit, nodes.count * 2)
    }

    // MARK: Removing models

    /// Removes a model and all models to which it leads, and gives them strong references to each
    /// other, for a context.
    ///
    /// - Complexity: O(*n*) for *n* removed models.
    func remove(_ root: DetachedNode) {
        let removed = Self.reachable(from: [root])
        // All objects exist until each has its references.
        let models = removed.map { $0.model(in: self) }
        let related = removed.map { node in
            node.targets.map { $0.map { $0.model(in: self) } }
        }
        for (index, node) in removed.enumerated() {
            remove(node, model: models[index], related: related[index])
        }
    }

    private func remove(
        _ node: DetachedNode,
        model: any PersistentModel,
        related: [[any PersistentModel]]
    ) {
        remove(at: node.index)
        guard let member = model._$model.member else { return }
        for (position, relationship) in node.modelClass.relationships.enumerated() {
            let isNil = node.nilRelationships.contains(position)
            relationship.set(related[position], of: model, isNil: isNil)
        }
        node.detach(member, saving: nil)
        // Other models may refer to it by relationships without an inverse.
        node.becomeOutside(model)
        model._$model.member = nil
    }

    private func remove(at index: Int) {
        nodes.swapAt(index, nodes.count - 1)
        nodes[index].index = index
        nodes.removeLast()
    }

    /// Removes the nodes without an object that no object leads to.
    private func removeUnreachable() {
        let kept = Set(Self.reachable(from: nodes.filter(\.isAlive)).map { ObjectIdentifier($0) })
        let former = exchange(&nodes, with: [])
        for node in former {
            if kept.contains(ObjectIdentifier(node)) { append(node) } else { node.clear() }
        }
    }

    /// Returns nodes and all nodes to which they lead, each once.
    private static func reachable(from roots: [DetachedNode]) -> [DetachedNode] {
        var found = roots
        var seen = Set(roots.map { ObjectIdentifier($0) })
        var next = 0
        while next < found.count {
            for target in found[next].targets.joined()
            where !target.isOutside && seen.insert(ObjectIdentifier(target)).inserted {
                found.append(target)
            }
            next += 1
        }
        return found
    }
}

extension PersistentModel {
    /// Whether the storage of a relationship has a model without a context.
    fileprivate var hasConnectableTarget: Bool {
        DetachedClass.of(type(of: self)).relationships.contains { relationship in
            relationship.relation.targets(self)?.contains { $0._$model.isConnectable } == true
        }
    }

    /// Removes the models from the storage of the relationships of a new member.
    ///
    /// - Returns: The removed models of each relationship that has some, with its position.
    fileprivate func takeTargets(
        of node: DetachedNode
    ) -> [(position: Int, targets: [any PersistentModel])] {
        var taken: [(Int, [any PersistentModel])] = []
        for (position, relationship) in node.modelClass.relationships.enumerated() {
            let relation = relationship.relation
            let targets = relation.targets(self) ?? []
            if relation.isNil(self) { node.nilRelationships.insert(position) }
            relation.unload(self)
            if !targets.isEmpty { taken.append((position, targets)) }
        }
        return taken
    }
}

extension DetachedRelationship {
    /// Sets the models in the storage of a model, which retains them.
    fileprivate func set(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        isNil: Bool
    ) {
        if isNil, targets.isEmpty, let optional = relation.valueType as? any OptionalType.Type {
            relation.setValue(optional.noValue, of: model)
        } else {
            relation.setTargets(targets, of: model)
        }
    }
}
