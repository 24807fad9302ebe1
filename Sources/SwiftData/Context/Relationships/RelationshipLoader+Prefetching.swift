// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension RelationshipLoader {
    /// Loads relationships of many models, with one batch for each relationship.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that is not a relationship;
    ///   `StoreError` if the store cannot be read.
    func prefetch<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>], of models: [T]) throws {
        guard !keyPaths.isEmpty else { return }
        let entity = try stores.schema.entity(for: T.self)
        let erased = T.erased(models)
        for keyPath in keyPaths {
            guard let property = entity.property(at: keyPath), property.destination != nil else {
                throw SwiftDataError.unsupportedKeyPath(
                    "\(keyPath.displayName) is not a relationship of \(entity.name)"
                )
            }
            try prefetch(property, of: erased, in: entity)
        }
    }

    /// Loads a relationship of many models.
    func prefetch(
        _ property: PropertyDescription,
        of models: [any PersistentModel],
        in entity: EntityDescription
    ) throws {
        guard let destination = property.destination else { return }
        for model in models { objects.loadIfFault(model) }
        let owners = models.filter { owner in
            objects.contains(owner) && !property.access.isLoaded(owner)
                && entity.includes(property, in: type(of: owner))
        }
        guard !owners.isEmpty else { return }
        if !property.isToMany, property.ownsForeignKey(in: entity) {
            try prefetchReferences(property, of: owners, to: destination)
        } else if let inverse = property.inverseProperty, !inverse.isToMany, !property.isOrdered,
            try !stores.store(of: destination).isCustom
        {
            try prefetchReferrers(property, of: owners, in: entity, from: inverse, of: destination)
        } else {
            try prefetchRelated(property, of: owners, in: entity, to: destination)
        }
    }

    /// Loads the targets of the foreign keys in the owners' rows.
    private func prefetchReferences(
        _ property: PropertyDescription,
        of owners: [any PersistentModel],
        to destination: EntityDescription
    ) throws {
        let keys = Set(owners.compactMap { property.reference?.targetKey($0) })
        let targets = try models(destination, keys: keys)
        for owner in owners {
            guard let key = property.reference?.targetKey(owner), let target = targets[key] else {
                continue
            }
            property.relation?.setTargets([target], of: owner)
        }
    }

    /// Loads the models that are related by their own foreign keys, and have no other order.
    private func prefetchReferrers(
        _ property: PropertyDescription,
        of owners: [any PersistentModel],
        in entity: EntityDescription,
        from inverse: PropertyDescription,
        of destination: EntityDescription
    ) throws {
        let related = try fetcher.savedModels(
            withReference: inverse,
            to: owners.map { $0._$model.key },
            in: destination
        )
        setTargets(related, of: owners, by: property, in: entity)
    }

    /// Loads the models that are related by a join table, or by their own foreign keys in an order.
    private func prefetchRelated(
        _ property: PropertyDescription,
        of owners: [any PersistentModel],
        in entity: EntityDescription,
        to destination: EntityDescription
    ) throws {
        let related = try savedModels(
            related: property,
            to: owners,
            in: entity,
            destination: destination
        )
        setTargets(related, of: owners, by: property, in: entity)
    }

    /// Sets a relationship to its saved models, by the keys of their owners, with unsaved changes.
    private func setTargets(
        _ related: [Int64: [any PersistentModel]],
        of owners: [any PersistentModel],
        by property: PropertyDescription,
        in entity: EntityDescription
    ) {
        for owner in owners {
            let saved = related[owner._$model.key] ?? []
            property.relation?.setTargets(
                withUnsavedChanges(saved, to: owner, by: property, of: entity),
                of: owner,
                wasAccessed: true
            )
        }
    }

    /// Returns the saved models of a relationship by the keys of its owners, in order.
    func savedModels(
        related property: PropertyDescription,
        to owners: [any PersistentModel],
        in entity: EntityDescription,
        destination: EntityDescription
    ) throws -> [Int64: [any PersistentModel]] {
        // Without a snapshot, another context could delete a row after its pair was read.
        let (pairs, targets) = try stores.readSnapshot(of: destination) {
            let pairs = try stores.read(destination) { reader in
                try reader.related(
                    to: owners.map(\._$model.key),
                    by: property,
                    of: entity,
                    over: nil
                )
            }
            return (pairs, try models(destination, keys: Set(pairs.map(\.target))))
        }
        return targetsByOwner(pairs, targets: targets)
    }

    /// Returns the targets of pairs by the key of their owner, in order.
    ///
    /// Successive pairs usually have the same owner, so that its array is allocated once.
    private func targetsByOwner(
        _ pairs: [RelatedKeys],
        targets: [Int64: any PersistentModel]
    ) -> [Int64: [any PersistentModel]] {
        var related: [Int64: [any PersistentModel]] = [:]
        var start = 0
        while start < pairs.count {
            let owner = pairs[start].owner
            var end = start + 1
            while end < pairs.count, pairs[end].owner == owner { end += 1 }
            var models: [any PersistentModel] = []
            models.reserveCapacity(end - start)
            for pair in pairs[start..<end] {
                if let target = targets[pair.target] { models.append(target) }
            }
            if related[owner] == nil {
                related[owner] = models
            } else {
                related[owner]?.append(contentsOf: models)
            }
            start = end
        }
        return related
    }

    /// Returns the models with the given keys, and loads the missing ones in one query.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func models(
        _ entity: EntityDescription,
        keys: Set<Int64>
    ) throws -> [Int64: any PersistentModel] {
        var models: [Int64: any PersistentModel] = [:]
        for key in keys {
            guard let known = objects.object(entity, key: key), !known._$model.isFault else {
                continue
            }
            models[key] = known
        }
        guard models.count < keys.count else { return models }
        var query = FetchQuery(entity)
        query.scope = .keys(keys.filter { models[$0] == nil }.sorted())
        for model in try fetcher.savedModels(query) { models[model._$model.key] = model }
        return models
    }
}
