// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Loads the models of relationships: saved rows from the store, then unsaved changes from memory.
///
/// Queries read saved rows only. Merging all unsaved rows in the query of each relationship would
/// make changes of many models quadratic.
final class RelationshipLoader {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let fetcher: ModelFetcher
    private var readAhead = RelationshipReadAhead()

    init(
        _ stores: StoreAccess,
        changes: ChangeTracker,
        objects: ObjectRegistry,
        fetcher: ModelFetcher
    ) {
        self.stores = stores
        self.changes = changes
        self.objects = objects
        self.fetcher = fetcher
    }

    /// Returns the models of a relationship, including unsaved changes.
    ///
    /// Returns no models if the store cannot be read. A property cannot throw that error; the next
    /// save or fetch does.
    func related(to model: any PersistentModel, at index: Int) -> [any PersistentModel] {
        do {
            return try fetchRelated(to: model, at: index)
        } catch {
            changes.noteReadFailure(error)
            return []
        }
    }

    /// Returns the models of a relationship, including unsaved changes.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelated(
        to model: any PersistentModel,
        at index: Int
    ) throws -> [any PersistentModel] {
        guard let owner = model._$model.entity else { return [] }
        let property = owner.properties[index]
        guard let entity = property.destination else { return [] }
        var query = FetchQuery(entity)
        query.scope = .related(to: model._$model.key, by: property, of: owner)
        let saved = try stores.uninterrupted { try fetcher.savedModels(query) }
        return withUnsavedChanges(saved, to: model, by: property, of: owner)
    }

    /// Returns the models of a relationship of many models, including unsaved changes, with one
    /// batch, whether they are loaded or not.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelated(
        to owners: [any PersistentModel],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> [[any PersistentModel]] {
        guard let destination = property.destination else { return owners.map { _ in [] } }
        let related = try stores.uninterrupted {
            try savedModels(related: property, to: owners, in: entity, destination: destination)
        }
        return owners.map { owner in
            withUnsavedChanges(
                related[owner._$model.key] ?? [],
                to: owner,
                by: property,
                of: entity
            )
        }
    }

    /// Returns the models of an unloaded relationship, including unsaved changes.
    ///
    /// If relationships are read one after the other, also loads the relationship of the models
    /// that follow.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelatedReadingAhead(
        to model: any PersistentModel,
        at index: Int
    ) throws -> [any PersistentModel] {
        guard let entity = model._$model.entity else { return [] }
        let property = entity.properties[index]
        let others = nextOwners(after: model, by: property, in: entity)
        // A row of another model that cannot be read must not concern this one.
        if !others.isEmpty,
            (try? stores.uninterrupted({ try prefetch(property, of: [model] + others, in: entity) }))
                != nil,
            let targets = property.access.targets(model)
        {
            return targets
        }
        return try fetchRelated(to: model, at: index)
    }

    /// Returns the keys of the rows that refer to a model.
    ///
    /// If relationships are read one after the other, also reads the keys for the models that
    /// follow.
    ///
    /// The rows have no models in the context.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelatedKeys(
        to model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [Int64] {
        let key = model._$model.key
        func known() -> [Int64]? {
            let position = stores.coordinator.changes.position
            return changes.pending.relatedKeys.remove(of: key, by: property, at: position)
        }
        if let keys = known() { return keys }
        let pairs = try readRelatedKeys(
            of: [model] + nextOwners(after: model, by: property, in: entity),
            by: property,
            in: entity
        )
        // Another context may have committed during the read, so that only these keys are used.
        return known() ?? pairs.filter { $0.owner == key }.map(\.target)
    }

    /// Reads the keys of the rows that refer to some models, for `fetchRelatedKeys`.
    ///
    /// - Returns: The pairs of models and rows.
    /// - Throws: `StoreError` if the store cannot be read.
    @discardableResult
    func readRelatedKeys(
        of models: [any PersistentModel],
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [RelatedKeys] {
        guard let destination = property.destination else { return [] }
        let position = stores.coordinator.changes.position
        let owners = models.map(\._$model.key)
        let pairs = try stores.uninterrupted {
            try stores.read(destination) { reader in
                try reader.related(to: owners, by: property, of: entity, over: nil)
            }
        }
        changes.pending.relatedKeys.insert(pairs, to: owners, by: property, at: position)
        return pairs
    }

    /// Returns the models with the same relationship that are probably read after a model.
    private func nextOwners(
        after model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) -> [any PersistentModel] {
        // Without a context, models keep no relationships.
        guard model._$model.context != nil else { return [] }
        let key = model._$model.key
        guard let prediction = readAhead.prediction(for: property, key: key) else { return [] }
        var owners: [any PersistentModel] = []
        var last = key
        for distance in 1...prediction.range {
            guard owners.count < prediction.count else { break }
            let next = key &+ (prediction.isDescending ? -distance : distance)
            guard let owner = objects.object(entity, key: next), owner._$model.lifecycle == .stored,
                !owner._$model.isFault, !property.access.isLoaded(owner)
            else { continue }
            owners.append(owner)
            last = next
        }
        readAhead.noteLoad(of: property, upTo: last, count: owners.count)
        return owners
    }

    /// Returns whether a to-many relationship contains a model, without loading the others.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func isRelated(
        _ target: any PersistentModel,
        to owner: any PersistentModel,
        by property: PropertyDescription
    ) throws -> Bool {
        if property.access.isLoaded(owner) { return property.access.contains(target, in: owner) }
        guard let entity = owner._$model.entity, let destination = property.destination else {
            return false
        }
        if let inverse = property.inverseProperty, !inverse.isToMany {
            objects.loadIfFault(target)
            return inverse.access.target(target) === owner
                || inverse.access.targetKey(target) == owner._$model.key
        }
        var query = FetchQuery(destination)
        query.scope = .related(to: owner._$model.key, by: property, of: entity)
        query.filter = .equal(
            .key(QueryPath(QueryVariable(id: 0, entity: destination))),
            .constant(.integer(target._$model.key), _ColumnType(.integer))
        )
        return try fetcher.count(query, includingPending: true) > 0
    }

    // MARK: Prefetching

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
        let keys = Set(owners.compactMap { property.access.targetKey($0) })
        let targets = try models(destination, keys: keys)
        for owner in owners {
            guard let key = property.access.targetKey(owner), let target = targets[key] else {
                continue
            }
            property.access.setTargets([target], of: owner)
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
            property.access.setTargets(
                withUnsavedChanges(saved, to: owner, by: property, of: entity),
                of: owner,
                wasAccessed: true
            )
        }
    }

    /// Returns the saved models of a relationship by the keys of its owners, in order.
    private func savedModels(
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

    // MARK: Unsaved changes

    /// Applies the unsaved changes of a relationship to its saved models.
    ///
    /// - Complexity: O(*n*) for *n* saved and changed models of the relationship.
    private func withUnsavedChanges(
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
            return isChanged ? property.access.targets(owner) ?? models : models
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
            inverse.access.target(model) === owner
                || inverse.access.targetKey(model) == owner._$model.key
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
