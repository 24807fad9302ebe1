// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension RelationshipLoader {
    /// Applies the unsaved changes of a relationship to its saved models.
    ///
    /// - Complexity: O(*n*) for *n* saved and changed models of the relationship.
    func withUnsavedChanges(
        _ saved: [any PersistentModel],
        to owner: any PersistentModel,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) -> [any PersistentModel] {
        guard !changes.pending.isEmpty else { return saved }
        // A deleted model keeps its relationship to the models that are deleted with it.
        let keepsDeleted =
            owner._$model.lifecycle == .deleted && property.relationship?.deleteRule == .cascade
        let models = keepsDeleted ? saved : saved.filter { $0._$model.lifecycle != .deleted }
        if let end = joinTable(of: property, in: entity) {
            return withPendingLinks(models, to: owner, end: end)
        }
        if !property.isToMany, property.ownsForeignKey(in: entity) {
            let isChanged = owner._$model.changes.contains(property.index)
            return isChanged ? property.relation?.targets(owner) ?? models : models
        }
        guard let inverse = property.inverseProperty else { return models }
        return withPendingReferrers(models, to: owner, by: property, inverse: inverse)
    }

    private func joinTable(
        of property: PropertyDescription,
        in entity: EntityDescription
    ) -> (table: Int, isLeft: Bool)? {
        guard
            case .joinTable(let table, let isLeft)? = stores.layout[entity].places[property.index]
        else { return nil }
        return (table, isLeft)
    }

    private func withPendingLinks(
        _ saved: [any PersistentModel],
        to owner: any PersistentModel,
        end: (table: Int, isLeft: Bool)
    ) -> [any PersistentModel] {
        guard let pairs = changes.pending.links[end.table]?.pairs(of: owner), !pairs.isEmpty else {
            return saved
        }
        func others(_ pairs: [PendingLinks.Pair]) -> [any PersistentModel] {
            pairs.compactMap { pair in
                let (near, far) = end.isLeft ? (pair.left, pair.right) : (pair.right, pair.left)
                return near === owner ? far : nil
            }
        }
        // Another context may have saved a pair that is pending here.
        let changed = Set(
            (others(pairs.removed) + others(pairs.added)).map { ObjectIdentifier($0) }
        )
        return saved.filter { !changed.contains(ObjectIdentifier($0)) } + others(pairs.added)
    }

    /// Applies unsaved foreign keys; returns the models ordered by primary key, or for an ordered
    /// relationship the added models last.
    private func withPendingReferrers(
        _ saved: [any PersistentModel],
        to owner: any PersistentModel,
        by property: PropertyDescription,
        inverse: PropertyDescription
    ) -> [any PersistentModel] {
        func isReferrer(_ model: any PersistentModel) -> Bool {
            inverse.reference?.target(model) === owner
                || inverse.reference?.targetKey(model) == owner._$model.key
        }
        var models = saved.filter { model in
            !model._$model.changes.contains(inverse.index) || isReferrer(model)
        }
        var added = changes.pending.referrers.models(of: owner, property: property.index)
            .filter { model in
                let lifecycle = model._$model.lifecycle
                guard lifecycle == .inserted || lifecycle == .stored else { return false }
                return objects.contains(model) && isReferrer(model)
            }
        guard !added.isEmpty else { return models }
        if property.isOrdered {
            let last = Set(added.map { ObjectIdentifier($0) })
            return models.filter { !last.contains(ObjectIdentifier($0)) } + added
        }
        let known = Set(models.map { ObjectIdentifier($0) })
        added.removeAll { known.contains(ObjectIdentifier($0)) }
        guard !added.isEmpty else { return models }
        models += added
        return models.sorted { $0._$model.key < $1._$model.key }
    }
}
