// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Merges the saves of the container's other contexts into the objects of this context.
final class ChangeMerger {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    /// The number of the context in the change feed.
    private let number: UInt64
    private var position: Int

    init(_ stores: StoreAccess, _ changes: ChangeTracker, _ objects: ObjectRegistry) {
        self.stores = stores
        self.changes = changes
        self.objects = objects
        number = stores.coordinator.changes.nextContextNumber()
        position = stores.coordinator.changes.position
    }

    /// Merges the saves of other contexts since the last call.
    func mergeChanges() {
        switch stores.coordinator.changes.missedChanges(since: &position, for: number) {
        case .nothing: return
        case .changes(let missed): for changes in missed { merge(changes) }
        case .everything: mergeEverything()
        }
    }

    /// Publishes a committed change of this context to the other contexts.
    func publish(_ changes: ContextChanges) {
        stores.coordinator.publish(changes, from: number)
    }

    /// Merges one commit.
    func merge(_ changes: ContextChanges) {
        for (index, rows) in changes.rows {
            let entity = stores.schema.entities[index]
            let updated = rows.updated.filter { objects.object(entity, $0) != nil }
            if !updated.isEmpty { refreshNotifying(entity, keys: updated) }
            if !rows.deleted.isEmpty {
                clearReferences(to: entity, keys: Set(rows.deleted))
                for key in rows.deleted { objects.object(entity, key).map(objects.invalidate) }
            }
            unloadRelationships(to: entity)
        }
        for (table, pairs) in changes.links { unloadLinks(pairs, in: table) }
    }

    /// Merges an unknown number of commits: any object may be stale or have lost its row.
    private func mergeEverything() {
        for entity in stores.schema.entities {
            let models = objects.objects(of: entity).filter { $0._$model.lifecycle != .inserted }
            guard !models.isEmpty else { continue }
            if let found = refreshNotifying(entity, keys: models.map(\._$model.key)) {
                let invalidated = models.filter { !found.contains($0._$model.key) }
                clearReferences(to: entity, keys: Set(invalidated.map(\._$model.key)))
                for model in invalidated { objects.invalidate(model) }
            }
            unloadRelationships(to: entity)
        }
    }

    // MARK: Deleted rows

    /// Removes references to deleted rows from the relationships in memory.
    ///
    /// The store has cleared the foreign keys in its rows. An unsaved reference to a deleted row
    /// also becomes nil, because it could never be saved.
    ///
    /// - Parameters:
    ///   - entity: The entity of the deleted rows.
    ///   - keys: The keys of the deleted rows.
    ///   - oneWay: Whether to skip relationships with an inverse, which a deletion in this context
    ///     has already updated.
    func clearReferences(to entity: EntityDescription, keys: Set<Int64>, oneWay: Bool = false) {
        guard !keys.isEmpty else { return }
        for owner in stores.schema.entities {
            for index in owner.relationshipIndexes {
                let property = owner.properties[index]
                guard property.destination === entity, !oneWay || property.inverse == nil else {
                    continue
                }
                for model in objects.objects(of: owner) {
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
            let targets = access.targets(model)?.filter { keys.contains($0._$model.key) } ?? []
            guard !targets.isEmpty else { return }
            access.notifying(model) {
                for target in targets { access.remove(target, from: model) }
            }
        } else if let key = access.targetKey(model), keys.contains(key) {
            access.notifying(model) { access.setTargets([], of: model) }
            changes.rows.noteEdit(of: model)
        }
    }

    // MARK: Changed rows

    @discardableResult
    private func refreshNotifying(_ entity: EntityDescription, keys: [Int64]) -> Set<Int64>? {
        let found = try? objects.refresh(entity, keys: keys)
        for key in keys {
            guard let model = objects.object(entity, key) else { continue }
            for property in entity.properties where !property.isToMany {
                property.access.notifying(model) {}
            }
        }
        return found
    }

    /// Unloads the relationships whose contents depend on the rows of an entity.
    private func unloadRelationships(to entity: EntityDescription) {
        for owner in stores.schema.entities {
            let properties = owner.relationshipIndexes.map { owner.properties[$0] }
                .filter { property in
                    property.destination === entity
                        && (property.isToMany || !property.ownsForeignKey(in: owner))
                }
            guard !properties.isEmpty else { continue }
            for model in objects.objects(of: owner) {
                for property in properties { unload(property, of: model) }
            }
        }
    }

    /// Unloads both ends of linked and unlinked pairs.
    private func unloadLinks(_ pairs: [PendingRows.Pair], in table: Int) {
        let left = stores.layout.joinTables[table].left
        let entity = stores.schema.entities[left.entity]
        let property = entity.properties[left.property]
        for pair in pairs {
            if let model = objects.object(entity, pair.left) { unload(property, of: model) }
            guard let inverse = property.inverseProperty, let other = property.destination,
                let model = objects.object(other, pair.right)
            else { continue }
            unload(inverse, of: model)
        }
    }

    /// Unloads a relationship; a relationship with an unsaved assignment is unloaded after its
    /// save.
    private func unload(_ property: PropertyDescription, of model: any PersistentModel) {
        let state = model._$model
        guard state.lifecycle == .stored, property.access.isLoaded(model) else { return }
        if state.changes.contains(property.index) {
            state.staleRelationships.insert(property.index)
        } else {
            property.access.notifying(model) { property.access.unload(model) }
        }
    }
}
