// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Updates the relationships in memory that another context changed.
///
/// A loaded relationship retains its models, so that each model with a changed row is registered
/// and leads to the owner that lists it.
struct RelationshipMerger {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
    }

    // MARK: Changed rows

    /// Refreshes models and unloads the relationships that list one of them no longer.
    func updateOwners(
        of models: [any PersistentModel],
        in entity: EntityDescription,
        refresh: () -> Void
    ) {
        let properties = entity.invertedForeignKeys
        guard !properties.isEmpty else { return refresh() }
        let owners = properties.map { property in
            models.map { ForeignKeyOwner(of: $0, property: property) }
        }
        refresh()
        for (property, old) in zip(properties, owners) {
            let left = zip(models, old).filter { model, _ in
                !model._$model.changes.contains(property.index)
            }
            leave(left, by: property)
        }
    }

    /// Unloads the relationships of owners to which models no longer belong.
    private func leave(
        _ models: [(model: any PersistentModel, owner: ForeignKeyOwner)],
        by property: PropertyDescription
    ) {
        guard let inverse = property.inverseProperty, let destination = property.destination else {
            return
        }
        var withUnknownOwner: Set<Int64> = []
        for (model, owner) in models {
            switch owner {
            case .none: break
            case .key(let key):
                guard property.reference?.targetKey(model) != key,
                    let owner = objects.object(destination, key: key)
                else { continue }
                unload(inverse, of: owner)
            case .unknown: withUnknownOwner.insert(model._$model.key)
            }
        }
        guard !withUnknownOwner.isEmpty else { return }
        for owner in objects.objects(of: destination)
        where inverse.relation?.targets(owner)?.contains(where: {
            withUnknownOwner.contains($0._$model.key)
        }) == true {
            unload(inverse, of: owner)
        }
    }

    /// Adds rows to the loaded relationships of their owners.
    ///
    /// - Parameters:
    ///   - references: The rows.
    ///   - appended: The rows that were placed last in an ordered relationship, in order.
    ///   - relationship: The relationship.
    func add(
        _ references: ContextChanges.References,
        appended: [ContextChanges.References.Row],
        to relationship: ContextChanges.Relationship
    ) {
        let entity = stores.schema.entities[relationship.entity]
        let property = entity.properties[relationship.property]
        guard let destination = property.destination, let inverse = property.inverseProperty else {
            return
        }
        func loadedOwner(_ key: Int64) -> (any PersistentModel)? {
            objects.object(entity, key: key).flatMap { property.access.isLoaded($0) ? $0 : nil }
        }
        for key in references.owners {
            if let owner = loadedOwner(key) { unload(property, of: owner) }
        }
        let rows = references.rows.compactMap { row in
            loadedOwner(row.owner).map { (key: row.key, owner: $0) }
        }
        let models = load(rows.map(\.key), in: destination)
        guard !property.isOrdered else {
            let last = Dictionary(grouping: appended, by: \.owner).mapValues { $0.map(\.key) }
            for rows in Dictionary(grouping: rows, by: { $0.owner._$model.key }).values {
                guard let owner = rows.first?.owner else { continue }
                let keys = last[owner._$model.key] ?? []
                let added = keys.compactMap { models[$0] }
                if Set(keys) != Set(rows.map(\.key))
                    || !append(added, to: owner, by: property, inverse: inverse)
                {
                    unload(property, of: owner)
                }
            }
            return
        }
        add(rows, models: models, to: property, inverse: inverse)
    }

    /// Adds rows to relationships in the order of keys.
    private func add(
        _ rows: [(key: Int64, owner: any PersistentModel)],
        models: [Int64: any PersistentModel],
        to property: PropertyDescription,
        inverse: PropertyDescription
    ) {
        for row in rows {
            // Later commits may have changed the row again.
            guard let model = models[row.key], !model._$model.changes.contains(inverse.index),
                inverse.reference?.targetKey(model) == row.owner._$model.key,
                !property.contains(model, in: row.owner)
            else { continue }
            let isLast = property.collection?.lastKey(row.owner).map { $0 < row.key } ?? true
            if property.isToMany, isLast, !row.owner._$model.changes.contains(property.index) {
                property.access.notifying(row.owner) {
                    property.relation?.insert(model, into: row.owner)
                }
            } else {
                unload(property, of: row.owner)
            }
        }
    }

    /// Appends models to a loaded, ordered relationship.
    ///
    /// - Returns: Whether the models in memory are in the order of the store. They may not be if
    ///   the relationship has unsaved changes, or was loaded after a later commit.
    private func append(
        _ models: [any PersistentModel],
        to owner: any PersistentModel,
        by property: PropertyDescription,
        inverse: PropertyDescription
    ) -> Bool {
        let state = owner._$model
        guard !state.changes.contains(property.index), !state.hasRelationshipChanges else {
            return false
        }
        for model in models {
            // Later commits may have changed the row again.
            guard !model._$model.changes.contains(inverse.index),
                inverse.reference?.targetKey(model) == state.key
            else { continue }
            if property.contains(model, in: owner) {
                guard property.collection?.lastKey(owner) == model._$model.key else { return false }
            } else {
                property.access.notifying(owner) { property.relation?.insert(model, into: owner) }
            }
        }
        return true
    }

    /// Returns the stored models with the given keys, and loads the missing ones.
    private func load(
        _ keys: [Int64],
        in entity: EntityDescription
    ) -> [Int64: any PersistentModel] {
        guard !keys.isEmpty else { return [:] }
        var models: [Int64: any PersistentModel] = [:]
        var missing: [Int64] = []
        let loaded = try? objects.loadObjects(
            entity,
            keys: keys.filter { objects.object(entity, key: $0) == nil }
        )
        defer { withExtendedLifetime(loaded) {} }
        for key in keys where models[key] == nil {
            if objects.object(entity, key: key)?._$model.isFault ?? true { missing.append(key) }
            models[key] = objects.objectOrFault(entity, key: key)
        }
        let found = (try? objects.refresh(entity, keys: missing)) ?? []
        for key in missing where !found.contains(key) { models[key] = nil }
        return models.filter { $0.value._$model.lifecycle == .stored }
    }

    // MARK: Deleted rows

    /// Removes deleted models from the relationships in memory.
    ///
    /// The store has cleared the foreign keys in its rows. An unsaved reference to a deleted row
    /// also becomes nil, because it could never be saved.
    ///
    /// - Parameters:
    ///   - models: The registered models of the rows.
    ///   - keys: The keys of all deleted rows.
    ///   - entity: The entity of the rows.
    func remove(
        _ models: [any PersistentModel],
        keys: [Int64],
        of entity: EntityDescription
    ) {
        guard !keys.isEmpty else { return }
        clearReferences(to: entity, keys: keys) { !isListed($0) }
        for property in entity.invertedForeignKeys { removeFromOwners(models, by: property) }
        for model in models { clearUnsavedReferences(to: model, in: entity) }
    }

    /// Removes deleted models from the relationships of the owners to which their foreign keys
    /// refer.
    private func removeFromOwners(
        _ models: [any PersistentModel],
        by property: PropertyDescription
    ) {
        guard let inverse = property.inverseProperty, let destination = property.destination else {
            return
        }
        var withUnknownOwner: Set<Int64> = []
        for model in models {
            switch ForeignKeyOwner(of: model, property: property) {
            case .none: break
            case .key(let key):
                guard let owner = objects.object(destination, key: key) else { continue }
                remove(model, from: owner, by: inverse)
            case .unknown: withUnknownOwner.insert(model._$model.key)
            }
        }
        guard !withUnknownOwner.isEmpty else { return }
        for owner in objects.objects(of: destination) {
            clearReferences(of: owner, by: inverse, to: withUnknownOwner)
        }
    }

    /// Whether a commit that deletes models lists the changed rows or pairs that referred to them.
    private func isListed(_ property: PropertyDescription) -> Bool {
        guard let inverse = property.inverseProperty else { return false }
        // The deleted rows themselves lead to their owners.
        if !inverse.isToMany, let entity = property.destination, inverse.ownsForeignKey(in: entity)
        {
            return true
        }
        // Without a foreign key constraint, references remain.
        return inverse.relationship?.deleteRule != .noAction
    }

    private func remove(
        _ model: any PersistentModel,
        from owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        guard property.access.isLoaded(owner) else { return }
        property.access.notifying(owner) { property.relation?.remove(model, from: owner) }
    }

    private func clearUnsavedReferences(
        to model: any PersistentModel,
        in entity: EntityDescription
    ) {
        for index in entity.relationshipIndexes {
            guard let inverse = entity.properties[index].inverseProperty else { continue }
            if case .joinTable(let table, let isLeft)? = stores.layout[entity].places[index] {
                for pair in changes.pending.links[table]?.pairs(of: model).added ?? [] {
                    remove(model, from: isLeft ? pair.right : pair.left, by: inverse)
                }
            }
            guard !inverse.isToMany else { continue }
            for referrer in changes.pending.referrers.models(of: model, property: index)
            where objects.contains(referrer) && inverse.reference?.target(referrer) === model {
                inverse.access.notifying(referrer) {
                    inverse.relation?.setTargets([], of: referrer)
                }
                changes.rows.noteEdit(of: referrer)
            }
        }
    }

    /// Removes references to deleted rows from all objects.
    ///
    /// - Parameters:
    ///   - entity: The entity of the deleted rows.
    ///   - keys: The keys of the deleted rows.
    ///   - isSearched: Returns whether the models of a relationship are searched.
    func clearReferences(
        to entity: EntityDescription,
        keys: [Int64],
        isSearched: (PropertyDescription) -> Bool
    ) {
        guard !keys.isEmpty else { return }
        // Most entities have no such relationship.
        lazy var deleted = Set(keys)
        for owner in stores.schema.entities {
            for index in owner.relationshipIndexes {
                let property = owner.properties[index]
                guard property.destination === entity, isSearched(property) else { continue }
                for model in objects.objects(of: owner) {
                    clearReferences(of: model, by: property, to: deleted)
                }
            }
        }
    }

    private func clearReferences(
        of model: any PersistentModel,
        by property: PropertyDescription,
        to keys: Set<Int64>
    ) {
        if let relation = property.collection {
            let targets = relation.targets(model)?.filter { keys.contains($0._$model.key) } ?? []
            guard !targets.isEmpty else { return }
            relation.notifying(model) {
                for target in targets { relation.remove(target, from: model) }
            }
        } else if let relation = property.reference, let key = relation.targetKey(model),
            keys.contains(key)
        {
            relation.notifying(model) { relation.setTargets([], of: model) }
            changes.rows.noteEdit(of: model)
        }
    }

    // MARK: Unloading

    /// Unloads all relationships that depend on the rows of an entity.
    func unloadAll(to entity: EntityDescription) {
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

    /// Unloads a relationship of some owners.
    func unload(_ relationship: ContextChanges.Relationship, of owners: Set<Int64>) {
        let entity = stores.schema.entities[relationship.entity]
        for key in owners {
            guard let owner = objects.object(entity, key: key) else { continue }
            unload(entity.properties[relationship.property], of: owner)
        }
    }

    /// Unloads a relationship of all owners.
    func unload(_ relationship: ContextChanges.Relationship) {
        let entity = stores.schema.entities[relationship.entity]
        for owner in objects.objects(of: entity) {
            unload(entity.properties[relationship.property], of: owner)
        }
    }

    /// Unloads both ends of linked and unlinked pairs.
    func unloadLinks(_ pairs: [PendingRows.Pair], in table: Int) {
        let left = stores.layout.joinTables[table].left
        let entity = stores.schema.entities[left.entity]
        let property = entity.properties[left.property]
        for pair in pairs {
            if let model = objects.object(entity, key: pair.left) { unload(property, of: model) }
            guard let inverse = property.inverseProperty, let other = property.destination,
                let model = objects.object(other, key: pair.right)
            else { continue }
            unload(inverse, of: model)
        }
    }

    /// Unloads a relationship, which is then read from the store together with unsaved changes.
    ///
    /// Only memory has the order of an unsaved assignment and the model that was assigned to a
    /// to-one relationship; they are unloaded after their save.
    private func unload(_ property: PropertyDescription, of model: any PersistentModel) {
        let state = model._$model
        guard state.lifecycle == .stored, property.access.isLoaded(model) else { return }
        let isRecorded = property.isToMany && !property.isOrdered
        if state.changes.contains(property.index), !isRecorded {
            state.staleRelationships.insert(property.index)
        } else {
            property.access.notifying(model) { property.access.unload(model) }
        }
    }
}
