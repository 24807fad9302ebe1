// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Takes over what another context saved.
    func merge(_ changes: ContextChanges) {
        for (index, rows) in changes.rows {
            let entity = coordinator.graph.entities[index]
            let updated = rows.updated.filter { identityMap.model(index, $0) != nil }
            if !updated.isEmpty { refreshNotifying(entity, keys: updated) }
            if !rows.deleted.isEmpty {
                clearReferences(to: entity, keys: Set(rows.deleted))
                for key in rows.deleted { identityMap.model(index, key).map(markGone) }
            }
            forgetRelationships(to: entity)
        }
        for (table, pairs) in changes.links { forgetLinks(pairs, in: table) }
    }

    /// Takes over whatever happened: every model that was loaded may have changed or be gone.
    func mergeEverything() {
        for entity in coordinator.graph.entities {
            let models = identityMap.models(of: entity.index)
                .filter { $0._$model.lifecycle != .inserted }
            guard !models.isEmpty else { continue }
            if let found = refreshNotifying(entity, keys: models.map(\._$model.key)) {
                let invalidated = models.filter { !found.contains($0._$model.key) }
                clearReferences(to: entity, keys: Set(invalidated.map(\._$model.key)))
                for model in invalidated { markGone(model) }
            }
            forgetRelationships(to: entity)
        }
    }

    /// Makes relationships in memory no longer refer to models whose rows are gone.
    ///
    /// The store did the same to its rows. A pending change that refers to one becomes a change to none,
    /// because it could never be saved.
    ///
    /// - Parameters:
    ///   - entity: The entity that lost rows.
    ///   - keys: The keys of the rows.
    ///   - oneWay: Whether only relationships without an inverse are looked at; the others are kept
    ///     right when a model of this context is deleted.
    func clearReferences(to entity: EntityDescription, keys: Set<Int64>, oneWay: Bool = false) {
        guard !keys.isEmpty else { return }
        for owner in coordinator.graph.entities {
            for index in owner.relationshipIndexes {
                let property = owner.properties[index]
                guard property.destination === entity, !oneWay || property.inverse == nil else {
                    continue
                }
                for model in identityMap.models(of: owner.index) {
                    clearReferences(of: model, property, to: keys)
                }
            }
        }
    }

    private func clearReferences(
        of model: any PersistentModel,
        _ property: PropertyDescription,
        to keys: Set<Int64>
    ) {
        let access = property.access
        if property.isToMany {
            let invalidated = access.targets(model)?.filter { keys.contains($0._$model.key) } ?? []
            guard !invalidated.isEmpty else { return }
            access.notifying(model) {
                for target in invalidated { access.remove(target, from: model) }
            }
        } else if let key = access.targetKey(model), keys.contains(key) {
            access.notifying(model) { access.setTargets([], of: model) }
        }
    }

    @discardableResult
    private func refreshNotifying(_ entity: EntityDescription, keys: [Int64]) -> Set<Int64>? {
        let found = try? refresh(entity, keys: keys)
        for key in keys {
            guard let model = identityMap.model(entity.index, key) else { continue }
            for property in entity.properties where !property.isToMany {
                property.access.notifying(model) {}
            }
        }
        return found
    }

    /// Makes relationships that live in the rows of an entity load again when they are read.
    private func forgetRelationships(to entity: EntityDescription) {
        for owner in coordinator.graph.entities {
            let indexes = owner.relationshipIndexes.filter { index in
                let property = owner.properties[index]
                return property.destination === entity
                    && (property.isToMany || !property.ownsForeignKey(in: owner))
            }
            guard !indexes.isEmpty else { continue }
            for model in identityMap.models(of: owner.index) {
                for index in indexes { forget(model, owner.properties[index]) }
            }
        }
    }

    /// Makes both ends of pairs that were linked or unlinked load again when they are read.
    private func forgetLinks(_ pairs: [PendingRows.Pair], in table: Int) {
        guard let left = coordinator.stores.first?.store.layout.joinTables[table].left else {
            return
        }
        let entity = coordinator.graph.entities[left.entity]
        let property = entity.properties[left.property]
        for pair in pairs {
            if let model = identityMap.model(entity.index, pair.left) { forget(model, property) }
            guard let inverse = property.inverseProperty, let other = property.destination,
                let model = identityMap.model(other.index, pair.right)
            else { continue }
            forget(model, inverse)
        }
    }

    /// Unloads a relationship; one that was assigned keeps that until it is saved.
    private func forget(_ model: any PersistentModel, _ property: PropertyDescription) {
        let state = model._$model
        guard state.lifecycle == .stored, property.access.isLoaded(model) else { return }
        if state.changes.contains(property.index) {
            state.staleRelationships.insert(property.index)
        } else {
            property.access.notifying(model) { property.access.unload(model) }
        }
    }

    /// Lets go of related models that were only added from the other end: the store has them now.
    func releaseUnaccessed(_ model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        for index in entity.relationshipIndexes where entity.properties[index].isToMany {
            entity.properties[index].access.releaseUnaccessed(model)
        }
    }

    /// Unloads what others changed while this context had an assignment of its own, now saved.
    func forgetOutdated(_ model: any PersistentModel) {
        let state = model._$model
        guard !state.staleRelationships.isEmpty, let entity = state.entity else { return }
        for property in entity.properties where state.staleRelationships.contains(property.index) {
            property.access.notifying(model) { property.access.unload(model) }
        }
        state.staleRelationships.removeAll()
    }
}
