// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import OrderedCollections

extension ModelContext {
    /// The matching models, in order.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedSortDescriptor` or
    ///   `.unsupportedKeyPath` naming what has no translation; `StoreError` when the store can't be
    ///   read.
    /// - Complexity: What the store's indexes make of it; each model is decoded once.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
        mergeChanges()
        let query = try query(descriptor)
        let models = try models(
            of: T.self,
            query,
            includingPending: descriptor.includePendingChanges
        )
        try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: models)
        return models
    }

    /// The number of matching models.
    ///
    /// - Throws: What `fetch(_:)` throws.
    public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int
    where T: PersistentModel {
        mergeChanges()
        let query = try query(descriptor)
        let pending = descriptor.includePendingChanges ? try pendingRows() : nil
        return try reader(of: query.entity).count(query, over: pending)
    }

    /// The identifiers of the matching models, in order, without loading the models.
    ///
    /// - Throws: What `fetch(_:)` throws.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws
        -> [PersistentIdentifier] where T: PersistentModel
    {
        mergeChanges()
        let query = try query(descriptor)
        let pending = descriptor.includePendingChanges ? try pendingRows() : nil
        let store = try coordinator.store(of: query.entity).store
        return try reader(of: query.entity).keys(query, over: pending).map { key in
            if let model = identityMap.model(query.entity.index, key),
                model._$model.lifecycle == .inserted
            {
                return model.persistentModelID
            }
            return PersistentIdentifier(
                entityName: query.entity.name,
                storeIdentifier: store.identifier,
                key: key
            )
        }
    }

    /// The matching models, loaded in batches as they are reached.
    ///
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` unless pending changes are left
    ///   out; what `fetch(_:)` throws.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
        -> FetchResultsCollection<T> where T: PersistentModel
    {
        let identifiers = try fetchIdentifiers(descriptor, batchSize: batchSize)
        return FetchResultsCollection(count: identifiers.count) { [self] position in
            standIn(for: identifiers[position]) as? T ?? make(T.self)
        }
    }

    /// The identifiers of the matching models.
    ///
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` unless pending changes are left
    ///   out; what `fetch(_:)` throws.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
        -> FetchResultsCollection<PersistentIdentifier> where T: PersistentModel
    {
        guard !descriptor.includePendingChanges else {
            throw SwiftDataError(
                .includePendingChangesWithBatchSize,
                "set includePendingChanges to false to fetch in batches"
            )
        }
        let identifiers = try fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count) { identifiers[$0] }
    }

    /// Calls a block with each matching model, keeping no more than a batch in memory.
    ///
    /// - Throws: What `fetch(_:)` throws; what the block throws; and, unless
    ///   `allowEscapingMutations`, `SwiftDataError.modelValidationFailure` when the block changed a
    ///   model outside of the batch.
    public func enumerate<T>(
        _ fetch: FetchDescriptor<T>,
        batchSize: Int = 5000,
        allowEscapingMutations: Bool = false,
        block: (_ model: T) throws -> Void
    ) throws where T: PersistentModel {
        let identifiers = try fetchIdentifiers(fetch)
        var start = 0
        while start < identifiers.count {
            let end = min(start + max(1, batchSize), identifiers.count)
            let before = Set(pending.changed.keys)
            let batch = identifiers[start..<end].compactMap { standIn(for: $0) as? T }
            try prefetch(fetch.relationshipKeyPathsForPrefetching, of: batch)
            for model in batch { try block(model) }
            if !allowEscapingMutations {
                let own = Set(batch.map { ObjectIdentifier($0) })
                // Relatives of the batch, of which only the other end of a relationship changed, may.
                let escaped = pending.changed.filter { identity, model in
                    !before.contains(identity) && !own.contains(identity)
                        && !model._$model.changes.isEmpty
                }
                guard escaped.isEmpty else {
                    throw SwiftDataError.modelValidationFailure(
                        "the block of enumerate changed \(escaped.count) models outside of its batch; "
                            + "pass allowEscapingMutations: true to allow it"
                    )
                }
            }
            start = end
        }
    }

    // MARK: Queries

    func query<T>(_ descriptor: FetchDescriptor<T>) throws -> FetchQuery {
        let entity = try coordinator.graph.entity(for: T.self)
        var query = FetchQuery(entity)
        let keys = IdentifierResolver(self)
        query.filter = try descriptor.predicate.map {
            try PredicateTranslator().translate($0, entity: entity, keyOf: keys.key)
        }
        query.order = try SortTranslator().translate(descriptor.sortBy, entity: entity)
        query.limit = descriptor.fetchLimit
        query.offset = descriptor.fetchOffset
        if !descriptor.propertiesToFetch.isEmpty {
            var properties = PropertySet()
            for keyPath in descriptor.propertiesToFetch {
                guard let property = entity.property(at: keyPath) else {
                    throw SwiftDataError.unsupportedKeyPath(
                        "\(keyPath) isn't a persisted property of \(entity.name)"
                    )
                }
                properties.insert(property.index)
            }
            query.properties = properties
        }
        return query
    }

    /// The models of a query whose type only its entity knows.
    func fetchModels(_ query: FetchQuery, includingPending: Bool) throws -> [any PersistentModel] {
        func open<M: PersistentModel>(_ type: M.Type) throws -> [any PersistentModel] {
            try models(of: type, query, includingPending: includingPending)
        }
        return try open(query.entity.type)
    }

    /// The models of a query, `type` being its entity's: those the context has, and new objects for the
    /// other rows.
    private func models<M: PersistentModel>(
        of type: M.Type,
        _ query: FetchQuery,
        includingPending: Bool
    ) throws -> [M] {
        let store = try coordinator.store(of: query.entity).store
        let pending = includingPending ? try pendingRows() : nil
        var models: [M] = []
        try reader(of: query.entity).fetch(query, over: pending) { key, row in
            if let known = identityMap.model(query.entity.index, key) as? M {
                if known._$model.isFault { try decode(row, into: known) }
                models.append(known)
                return
            }
            let model = M(backingData: _EmptyBackingData<M>())
            register(model, query.entity, key: key, in: store.identifier)
            try model._$decode(row)
            models.append(model)
        }
        return models
    }

    /// The unsaved rows, as a store lays them over its own; nil when there are none.
    func pendingRows() throws -> PendingRows? {
        guard hasChanges else { return nil }
        var rows = PendingRows()
        for model in [pending.inserted.values, pending.changed.values].joined() {
            guard let entity = model._$model.entity else { continue }
            if model._$model.lifecycle == .stored {
                guard !model._$model.changes.isEmpty else { continue }
                loadMissing(model, entity)
            }
            let values = try encodedValues(of: model, entity)
            rows.tables[entity.index, default: .init()].rows.append(
                PendingRows.Row(key: model._$model.key, values: values)
            )
        }
        for model in pending.deleted.values {
            guard let entity = model._$model.entity else { continue }
            rows.tables[entity.index, default: .init()].deleted.append(model._$model.key)
        }
        for (table, links) in pending.links {
            rows.links[table] = PendingRows.Links(
                added: links.added.map(\.keys),
                removed: links.removed.map(\.keys)
            )
        }
        return rows.isEmpty ? nil : rows
    }

    /// Loads a changed model whose other values aren't all in memory.
    private func loadMissing(_ model: any PersistentModel, _ entity: EntityDescription) {
        let isPartial = entity.properties.contains { property in
            guard case .attribute = property.kind else { return false }
            return !property.access.isLoaded(model)
        }
        if isPartial || model._$model.isFault { load(model) }
    }

    func encodedValues(of model: any PersistentModel, _ entity: EntityDescription) throws
        -> [_ColumnValue]
    {
        let table = try coordinator.store(of: entity).store.layout.tables[entity.index]
        var encoder = _RowEncoder(columns: table.columnOfProperty, count: table.columns.count)
        try model._$encode(&encoder)
        return encoder.values
    }
}
