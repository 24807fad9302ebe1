// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Makes the relationships of models that return to the context consistent with the other models.
///
/// A deleted model keeps its relationships in memory. Before it returns, a model to which it refers
/// may be deleted or get another owner, and models that returned earlier may refer to it. The
/// foreign keys and the pairs of join tables decide; all ends of relationships follow from them.
struct RelationshipRepair {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let loader: RelationshipLoader
    private let maintainer: RelationshipMaintainer

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
        loader = graph.relationshipLoader
        maintainer = graph.relationships
    }

    /// Repairs the relationships of models that are in the context again.
    ///
    /// Relationships that are not loaded stay so.
    ///
    /// - Complexity: O(*n*) for *n* models and their related models, with one query for each
    ///   relationship.
    func repair(_ models: [any PersistentModel]) {
        for model in models { repairReferences(of: model) }
        let models = Dictionary(grouping: models.filter(isPresent)) {
            $0._$model.entity?.index ?? -1
        }
        for (_, models) in models.sorted(by: { $0.key < $1.key }) {
            guard let entity = models.first?._$model.entity else { continue }
            for index in entity.relationshipIndexes {
                repair(entity.properties[index], of: models, in: entity)
            }
        }
    }

    /// Adds a model to the relationship of another one, to which it belongs again.
    func add(
        _ model: any PersistentModel,
        to owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        if property.isOrdered, owner._$model.lifecycle == .stored,
            !owner._$model.changes.contains(property.index)
        {
            // The store has the model at its previous position.
            return property.access.notifying(owner) { property.access.unload(owner) }
        }
        maintainer.insert(model, into: owner, by: property)
    }

    private func isPresent(_ model: any PersistentModel) -> Bool {
        objects.contains(model) && model._$model.isPresent
    }

    // MARK: Foreign keys

    /// Clears the foreign keys that lead to deleted models or to models with another owner, and
    /// adds the model to the other ends.
    ///
    /// References without an inverse remain until the save, as in other models.
    private func repairReferences(of model: any PersistentModel) {
        let state = model._$model
        if state.isFault || state.isPartial { objects.load(model) }
        guard isPresent(model), let entity = state.entity else { return }
        for property in entity.relationships(of: model)
        where !property.isToMany && property.ownsForeignKey(in: entity) {
            guard let inverse = property.inverseProperty,
                let target = knownTarget(of: model, by: property)
            else { continue }
            if isPresent(target) {
                connect(model, by: property, to: target, inverse: inverse)
            } else if isLost(target, inverse: inverse) {
                maintainer.remove(target, from: model, by: property)
                changes.pending.noteRemoval(of: target, from: model, by: property)
            }
        }
    }

    /// Returns the model to which a foreign key refers, if it is in memory or its row will be
    /// deleted.
    private func knownTarget(
        of model: any PersistentModel,
        by property: PropertyDescription
    ) -> (any PersistentModel)? {
        if let target = property.reference?.target(model) { return target }
        guard let entity = property.destination, let key = property.reference?.targetKey(model)
        else {
            return nil
        }
        guard changes.pending.deletedRows.contains(key, ofEntity: entity.index) else {
            return objects.object(entity, key: key)
        }
        return objects.objectOrFault(entity, key: key)
    }

    /// Returns whether a model that is not present is lost to the models that refer to it.
    ///
    /// `inverse` is its relationship to them: `.noAction` leaves the references, and `.deny` lets
    /// the save throw. References to models of other contexts let the save throw as well.
    private func isLost(_ target: any PersistentModel, inverse: PropertyDescription) -> Bool {
        guard target._$model.graph == nil || objects.contains(target) else { return false }
        return switch inverse.relationship?.deleteRule {
        case .deny?, .noAction?: target._$model.lifecycle == .detached
        case .cascade?, .nullify?, nil: true
        }
    }

    private func connect(
        _ model: any PersistentModel,
        by property: PropertyDescription,
        to target: any PersistentModel,
        inverse: PropertyDescription
    ) {
        // An unsaved reference that was restored in a deleted model is not recorded yet.
        if model._$model.changes.contains(property.index) {
            changes.pending.referrers.insert(model, to: target, property: inverse.index)
        }
        guard inverse.access.isLoaded(target), !inverse.contains(model, in: target) else {
            return
        }
        if let owner = inverse.reference?.target(target), isPresent(owner),
            property.reference?.targetKey(owner) == target._$model.key
        {
            maintainer.remove(target, from: model, by: property)
        } else {
            add(model, to: target, by: inverse)
        }
    }

    // MARK: Other ends

    /// Sets a relationship that is stored elsewhere to the models that it has there.
    private func repair(
        _ property: PropertyDescription,
        of models: [any PersistentModel],
        in entity: EntityDescription
    ) {
        var owners = models.filter { entity.includes(property, in: type(of: $0)) }
        switch stores.layout[entity].places[property.index] {
        case .ownColumn?, nil: return
        case .inverseColumn?: owners.removeAll { !property.access.isLoaded($0) }
        case .joinTable? where property.inverse == nil:
            for owner in owners { removeModelsWithoutContext(from: owner, by: property) }
            return
        case .joinTable?: break
        }
        guard !owners.isEmpty, let inverse = property.inverseProperty, inverse !== property else {
            return
        }
        do {
            let related = try loader.fetchRelated(to: owners, by: property, of: entity)
            for (owner, targets) in zip(owners, related) {
                let removed = set(targets, of: owner, by: property)
                guard inverse.isToMany else { continue }
                for target in targets
                where inverse.access.isLoaded(target)
                    && !inverse.contains(owner, in: target)
                {
                    add(owner, to: target, by: inverse)
                }
                for target in removed
                where isPresent(target) && inverse.contains(owner, in: target) {
                    maintainer.remove(owner, from: target, by: inverse)
                }
            }
        } catch {
            changes.noteReadFailure(error)
        }
    }

    /// Sets the models of a loaded relationship if they differ; remaining models keep their order.
    ///
    /// - Returns: The models that the relationship no longer has.
    private func set(
        _ targets: [any PersistentModel],
        of owner: any PersistentModel,
        by property: PropertyDescription
    ) -> [any PersistentModel] {
        guard let known = property.relation?.targets(owner) else { return [] }
        let identities = Set(targets.map { ObjectIdentifier($0) })
        if !property.isToMany, let target = known.first,
            identities.contains(ObjectIdentifier(target))
        {
            return []
        }
        let kept = known.filter { identities.contains(ObjectIdentifier($0)) }
        guard kept.count < max(known.count, targets.count) else { return [] }
        let keptIdentities = Set(kept.map { ObjectIdentifier($0) })
        let isInOrder = zip(
            kept,
            targets.lazy.filter { keptIdentities.contains(ObjectIdentifier($0)) }
        ).allSatisfy { $0 === $1 }
        let added = targets.filter { !keptIdentities.contains(ObjectIdentifier($0)) }
        if property.isOrdered { changes.recorder?.willChange(property, of: owner) }
        property.access.notifying(owner) {
            property.relation?.setTargets(
                isInOrder ? targets : kept + added,
                of: owner,
                wasAccessed: true
            )
        }
        if property.isToMany { changes.noteRelationshipChange(of: owner) }
        return known.filter { !identities.contains(ObjectIdentifier($0)) }
    }

    /// Removes discarded models from a relationship without an inverse, which lists deleted ones
    /// until the save.
    private func removeModelsWithoutContext(
        from owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        let lost = property.relation?.targets(owner)?.filter { $0._$model.graph == nil } ?? []
        guard !lost.isEmpty else { return }
        property.access.notifying(owner) {
            for target in lost { property.relation?.remove(target, from: owner) }
        }
    }
}
