// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension DetachedMember {
    /// Sets the nodes of a relationship, and updates the inverse.
    ///
    /// - Parameters:
    ///   - new: The nodes, each once.
    ///   - position: The position of the relationship.
    ///   - notifying: Executes the change of the relationship and notifies observers.
    func setTargets(
        _ new: [DetachedNode],
        at position: Int,
        notifying: (() -> Void) -> Void
    ) {
        let difference = NodeDifference(from: node.targets[position], to: new)
        let relationship = node.modelClass.relationships[position]
        // Released at the end, because deinitializers may change the relationship.
        var released: [AnyObject] = []
        // An owner retains its models, rather than each model its owner.
        let isOwned = !relationship.isToMany && new.first.map { hasOwner($0, relationship) } == true
        notifying {
            node.targets[position] = new
            if difference.isAppending, !isOwned {
                for target in difference.added { retainLast(target, at: position) }
            } else {
                released = isOwned ? releaseTargets(at: position) : retainTargets(at: position)
            }
        }
        for target in difference.removed { disconnect(target, relationship) }
        for target in difference.added { connect(target, relationship, at: position) }
        if isOwned { released += retainTargets(at: position) }
        withExtendedLifetime(released) {}
    }

    private func inverse(of relationship: DetachedRelationship, in target: DetachedNode) -> Int? {
        guard !target.isOutside else { return nil }
        return target.modelClass.position(ofInverseOf: relationship, from: node.modelClass)
    }

    /// Returns whether the inverse of a relationship is a to-many relationship of its model.
    private func hasOwner(_ target: DetachedNode, _ relationship: DetachedRelationship) -> Bool {
        guard let inverse = inverse(of: relationship, in: target) else { return false }
        return target.modelClass.relationships[inverse].isToMany
    }

    private func disconnect(_ target: DetachedNode, _ relationship: DetachedRelationship) {
        guard let inverse = inverse(of: relationship, in: target) else { return }
        target.remove(node, at: inverse)
    }

    private func connect(
        _ target: DetachedNode,
        _ relationship: DetachedRelationship,
        at position: Int
    ) {
        guard let inverse = inverse(of: relationship, in: target) else { return }
        if !target.modelClass.relationships[inverse].isToMany {
            guard let previous = target.targets[inverse].first else {
                return target.add(node, at: inverse)
            }
            guard previous !== node else { return }
            // The target can refer to one model only, so that it is removed from the previous one.
            if let other = previous.modelClass.position(of: relationship.id), !previous.isOutside {
                previous.remove(target, at: other)
            }
            target.add(node, at: inverse)
        } else if target !== node || inverse != position {
            // Both ends agree, so that the target does not have the node yet.
            target.add(node, at: inverse)
        }
    }
}

/// The nodes that an assignment removes from and adds to a relationship.
private struct NodeDifference {
    private(set) var removed: ArraySlice<DetachedNode>
    private(set) var added: ArraySlice<DetachedNode>
    /// Whether the added nodes follow the others.
    let isAppending: Bool

    init(from former: [DetachedNode], to new: [DetachedNode]) {
        let ends = CommonEnds(former, new)
        isAppending = ends.prefix == former.count
        removed = former[ends.prefix..<former.count - ends.suffix]
        added = new[ends.prefix..<new.count - ends.suffix]
        guard !removed.isEmpty, !added.isEmpty else { return }
        let before = Set(removed.map { ObjectIdentifier($0) })
        let after = Set(added.map { ObjectIdentifier($0) })
        removed.removeAll { after.contains(ObjectIdentifier($0)) }
        added.removeAll { before.contains(ObjectIdentifier($0)) }
    }
}

extension [DetachedNode] {
    /// The nodes, each once, in the order of their first occurrence.
    var unique: [DetachedNode] {
        var seen: Set<ObjectIdentifier> = []
        return filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
