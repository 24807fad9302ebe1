// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Executes the queries of fetches, and decodes rows into objects.
final class ModelFetcher {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    /// The unsaved rows of the context.
    private let unsavedRows: PendingRows
    let descriptorTranslator: DescriptorTranslator
    /// Translates the descriptors of fetches; tests replace it by `descriptorTranslator`.
    var translator: any FetchTranslator

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        let changes = graph.changes
        self.changes = changes
        objects = graph.objects
        descriptorTranslator = DescriptorTranslator(stores: stores, objects: objects)
        if Accelerators.areUsed {
            translator = TemplateTranslator(
                plain: descriptorTranslator,
                templates: stores.coordinator.queryTemplates
            )
        } else {
            translator = descriptorTranslator
        }
        let schema = stores.schema
        unsavedRows = PendingRows(
            table: { try changes.rows.table(schema.entities[$0], of: changes.pending) },
            hasDeletions: { changes.pending.hasDeletions(ofEntity: $0) },
            pairs: { changes.pending.pairs(inTable: $0) }
        )
    }

    // MARK: Queries

    /// Returns the query of a descriptor that is fetched once.
    func query<T>(_ descriptor: FetchDescriptor<T>) throws -> FetchQuery {
        try descriptorTranslator.query(descriptor)
    }

    /// Returns the query of a descriptor, given its outline.
    func query<T>(_ descriptor: FetchDescriptor<T>, outline: FetchOutline) throws -> FetchQuery {
        try translator.query(descriptor, outline: outline)
    }

    // MARK: Results

    /// Returns the models of a query: registered objects, and new ones for the other rows.
    ///
    /// `type` must be the model type of the query's rows or a superclass.
    func models<M: PersistentModel>(
        of type: M.Type,
        for query: FetchQuery,
        includingPending: Bool
    ) throws -> [M] {
        var models: [AnyObject] = []
        try forEachModel(of: type, for: query, includingPending: includingPending) { model, _ in
            models.append(consume model)
        }
        // An array of the type, which is generic here, would look up several types at run time for
        // each row.
        return uncheckedCast(models, to: M.self)
    }

    /// Calls `body` with each model of a query and its row.
    private func forEachModel<M: PersistentModel>(
        of type: M.Type,
        for query: FetchQuery,
        includingPending: Bool,
        _ body: (consuming M, borrowing _RowDecoder) throws -> Void
    ) throws {
        let entity = query.entity
        let (index, isHierarchy) = (entity.index, entity.isHierarchy)
        let group = objects.group(of: entity, in: try stores.store(of: entity).identity)
        let identityMap = objects.identityMap
        let pending = includingPending ? pendingRows() : nil
        let isPartial = query.properties != nil
        // Made for the first new model, because its type is looked up at run time.
        var emptyData: (any BackingData<M>)?
        try stores.read(entity) { reader in
            try reader.fetch(query, over: pending) { key, row in
                if let object = identityMap.model(index, key: key), let known = M.cast(object) {
                    if known._$model.isFault {
                        try objects.decode(row, into: known, isPartial: isPartial)
                    }
                    return try body(known, row)
                }
                let model: M
                if isHierarchy {
                    guard let found = row.modelClass?.type.makeEmpty() as? M else { return }
                    model = found
                } else {
                    let empty = emptyData ?? _EmptyBackingData<M>()
                    emptyData = empty
                    model = M(backingData: empty)
                }
                objects.register(model, key: key, in: group)
                try model._$decode(row)
                if isPartial { model._$model.isPartial = true }
                try body(consume model, row)
            }
        }
    }

    /// Returns the saved models that match a query on any entity.
    func savedModels(_ query: FetchQuery) throws -> [any PersistentModel] {
        func open<M: PersistentModel>(_ type: M.Type) throws -> [any PersistentModel] {
            M.erased(try models(of: type, for: query, includingPending: false))
        }
        return try open(query.entity.type)
    }

    /// Returns the models with the given keys, in the order of the keys; keys without a row and
    /// models to be deleted are omitted.
    func models(
        ofRows keys: ArraySlice<Int64>,
        in entity: EntityDescription
    ) throws -> [any PersistentModel] {
        let missing = keys.filter { objects.object(entity, key: $0)?._$model.isFault ?? true }
        var query = FetchQuery(entity)
        query.scope = .keys(missing)
        let loaded = missing.isEmpty ? [] : try savedModels(query)
        return withExtendedLifetime(loaded) {
            keys.compactMap { objects.object(entity, key: $0) }.filter { model in
                model._$model.isPresent && !model._$model.isFault
            }
        }
    }

    /// Returns the saved models with one of the given foreign keys.
    ///
    /// - Parameters:
    ///   - property: The to-one relationship with the foreign key.
    ///   - keys: The foreign keys.
    ///   - entity: The entity of the relationship.
    /// - Returns: The models by foreign key, in the order of their own keys.
    /// - Throws: `StoreError` if the store cannot be read.
    func savedModels(
        withReference property: PropertyDescription,
        to keys: [Int64],
        in entity: EntityDescription
    ) throws -> [Int64: [any PersistentModel]] {
        var query = FetchQuery(entity)
        query.scope = .referring(to: KeyCondition(keys, acceptsRange: true), by: property)
        var models: [Int64: [any PersistentModel]] = [:]
        func open<M: PersistentModel>(_ type: M.Type) throws {
            try forEachModel(of: type, for: query, includingPending: false) { model, row in
                // The model may already refer to another one.
                let key = try row.integer(row.column(of: property.index))
                models[key, default: []].append(model)
            }
        }
        try open(entity.type)
        return models
    }

    /// Returns the number of rows that match a query.
    func count(_ query: FetchQuery, includingPending: Bool) throws -> Int {
        let pending = includingPending ? pendingRows() : nil
        return try stores.read(query.entity) { try $0.count(query, over: pending) }
    }

    /// Returns the identifiers of the rows that match a query, in order.
    func identifiers(
        _ query: FetchQuery,
        includingPending: Bool
    ) throws -> [PersistentIdentifier] {
        let entity = query.entity
        let store = try stores.store(of: entity).identity
        let pending = includingPending ? pendingRows() : nil
        let keys = try stores.read(entity) { try $0.keys(query, over: pending) }
        return keys.map { key in
            if let model = objects.object(entity, key: key), model._$model.lifecycle == .inserted {
                return model.persistentModelID
            }
            return store.identifier(of: key, in: entity.name)
        }
    }

    /// Returns the objects of a query to delete, which are faults if they are not in memory.
    func objects(_ query: FetchQuery) throws -> [any PersistentModel] {
        let pending = pendingRows()
        let keys = try stores.read(query.entity) { try $0.keys(query, over: pending) }
        // Faults in memory are loaded, because the program may have them.
        let faults = keys.filter { objects.object(query.entity, key: $0)?._$model.isFault == true }
        if !faults.isEmpty { try objects.refresh(query.entity, keys: faults) }
        return keys.map { objects.objectOrFault(query.entity, key: $0) }
    }

    /// Returns the full-text matches among the saved rows, best first.
    func search<T>(_ descriptor: SearchDescriptor<T>) throws -> [SearchRow] {
        let selection = FetchDescriptor<T>(predicate: descriptor.filter)
        var rows = try query(selection, outline: selection.outline)
        rows.limit = descriptor.limit
        rows.offset = descriptor.offset
        let search = SearchQuery(
            text: descriptor.query,
            rows: rows,
            snippet: descriptor.snippet,
            rankingLimit: descriptor.rankingLimit,
            after: descriptor.after
        )
        return try stores.read(rows.entity) { try $0.search(search) }
    }

    /// Returns the statement of a query, and its execution.
    func plan(
        of query: ExplainedQuery,
        in entity: EntityDescription,
        includesPending: Bool
    ) throws -> QueryPlan {
        let pending = includesPending ? pendingRows() : nil
        return try stores.read(entity) { try $0.plan(of: query, over: pending) }
    }

    // MARK: Unsaved rows

    /// Returns the unsaved rows for the store to merge into its own; nil without unsaved changes.
    ///
    /// The rows of a table are encoded only if a query reads the table.
    func pendingRows() -> PendingRows? {
        guard !changes.pending.isEmpty else { return nil }
        // Loaded before the query, because queries cannot be nested.
        for model in changes.rows.unloadedModels() { objects.load(model) }
        return unsavedRows
    }
}
