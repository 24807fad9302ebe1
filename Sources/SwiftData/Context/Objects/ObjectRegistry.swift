// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Registers the objects of a context, one for each row in use, and loads their values.
final class ObjectRegistry {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    /// The graph that registered models belong to, and that owns the registry.
    ///
    /// Unsafe, because a weak reference would slow down every model: the graph's reference counts
    /// would be in a separate allocation.
    unowned(unsafe) var graph: ObjectGraph?
    let identityMap: IdentityMap
    /// The groups of the registered models, by entity index; nil after the release of the context,
    /// because they retain the graph.
    @exclusivity(unchecked) private var groups: [ModelGroup?]?
    /// The keys of faults, by entity index.
    private var faults: [Int: FaultQueue] = [:]

    init(_ stores: StoreAccess, changes: ChangeTracker) {
        self.stores = stores
        self.changes = changes
        identityMap = IdentityMap(entityCount: stores.schema.entities.count)
        groups = Array(repeating: nil, count: stores.schema.entities.count)
    }

    // MARK: Objects

    /// Returns whether a model belongs to this context.
    func contains(_ model: any PersistentModel) -> Bool {
        guard let owner = model._$model.graph else { return false }
        return owner === graph
    }

    /// Returns the object of a row; nil if none is registered.
    ///
    /// - Complexity: O(1).
    func object(_ entity: EntityDescription, key: Int64) -> (any PersistentModel)? {
        identityMap.model(entity.index, key: key)
    }

    /// Returns the new model with a temporary identifier, or `nil` if it is not in this context.
    ///
    /// - Complexity: O(1).
    func newModel(_ entity: EntityDescription, identifier: PersistentIdentifier)
        -> (any PersistentModel)?
    {
        guard let key = changes.key(ofTemporary: identifier), let model = object(entity, key: key),
            model._$model.lifecycle == .inserted,
            model._$model.temporaryIdentifier == identifier
        else { return nil }
        return model
    }

    /// Returns the objects of an entity.
    func objects(of entity: EntityDescription) -> [any PersistentModel] {
        identityMap.models(of: entity.index)
    }

    /// Returns the object of a row, or a new fault.
    ///
    /// In a class hierarchy, the row determines the class of the object, so that it is loaded
    /// instead.
    func objectOrFault(_ entity: EntityDescription, key: Int64) -> any PersistentModel {
        if let model = object(entity, key: key) { return model }
        let isHierarchy = entity.isHierarchy
        if isHierarchy, let model = loadedObject(entity, key: key) { return model }
        let model = entity.makeModel()
        guard let store = try? stores.store(of: entity).identity else { return model }
        guard !isHierarchy else {
            // The class of the row is unknown.
            model._$model.becomePlaceholder(
                for: store.identifier(of: key, in: entity.name)
            )
            return model
        }
        register(model, of: entity, key: key, in: store)
        model._$model.isFault = true
        faults[entity.index, default: FaultQueue()].insert(key)
        return model
    }

    /// Loads the objects of rows of a class hierarchy with one query; the caller must retain them.
    ///
    /// - Returns: The objects; none for an entity that allows faults.
    func loadObjects(
        _ entity: EntityDescription,
        keys: [Int64]
    ) throws -> [any PersistentModel] {
        guard entity.isHierarchy, !keys.isEmpty else { return [] }
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        return try stores.uninterrupted { try graph?.fetcher.savedModels(query) ?? [] }
    }

    /// Loads the object of a row of a class hierarchy; nil for another entity or without a row.
    private func loadedObject(
        _ entity: EntityDescription,
        key: Int64
    ) -> (any PersistentModel)? {
        do {
            return try loadObjects(entity, keys: [key]).first
        } catch {
            changes.noteReadFailure(error)
            return nil
        }
    }

    /// Returns the object of a row that a relationship refers to; nil if its attributes cannot be
    /// read.
    func readableObject(
        _ entity: EntityDescription,
        key: Int64
    ) -> (any PersistentModel)? {
        let model = objectOrFault(entity, key: key)
        return makeReadable(model, in: entity) ? model : nil
    }

    /// Loads a fault if some attribute type may have no placeholder.
    ///
    /// Its row may be deleted before the attributes are read.
    ///
    /// - Returns: Whether all attributes can be read from now on.
    func makeReadable(_ model: any PersistentModel, in entity: EntityDescription) -> Bool {
        guard entity.mayLackPlaceholders else { return true }
        if model._$model.isFault { load(model) }
        return entity.isReadable(model)
    }

    /// Registers a model as the object of a row.
    func register(
        _ model: any PersistentModel,
        of entity: EntityDescription,
        key: Int64,
        in store: StoreIdentity
    ) {
        register(model, key: key, in: group(of: entity, in: store))
    }

    /// Registers a model as the object of a row, without a search for its group.
    func register<M: PersistentModel>(_ model: M, key: Int64, in group: ModelGroup) {
        // Without the state's reference to the model, which the argument retains.
        let state = model._$state
        state.pointee.group = OwnedReference(group)
        state.pointee.key = key
        state.pointee.lifecycle = .stored
        identityMap.insert(model, entity: group.entity.index, key: key)
        changes.noteRegistration(of: model, key: key, in: group.entity)
    }

    /// Returns what the registered models of an entity share.
    func group(of entity: EntityDescription, in store: StoreIdentity) -> ModelGroup {
        if let group = groups?[entity.index] { return group }
        let group = ModelGroup(graph, entity: entity, store: store)
        groups?[entity.index] = group
        return group
    }

    /// Creates faults for the rows that a deletion cascaded to without their models.
    func registerDeletedRows() {
        let rows = changes.pending.deletedRows
        for index in rows.entities {
            let entity = stores.schema.entities[index]
            for key in rows.keys(ofEntity: index).sorted() { _ = objectOrFault(entity, key: key) }
        }
    }

    /// Registers a model as the object of another row.
    func move(_ model: any PersistentModel, in entity: EntityDescription, to key: Int64) {
        model._$model.key = key
        identityMap.insert(model, entity: entity.index, key: key)
    }

    /// Unregisters the object of a row.
    func unregister(_ entity: EntityDescription, key: Int64) {
        identityMap.remove(entity.index, key: key)
    }

    /// Removes a new model from the context.
    func detach(_ model: any PersistentModel) {
        let state = model._$model
        if let entity = state.entity { unregister(entity, key: state.key) }
        state.group = nil
        state.key = 0
        state.lifecycle = .detached
        state.changes.removeAll()
        state.hasRelationshipChanges = false
    }

    /// Removes a model without a row from the context; the model keeps its last values.
    func invalidate(_ model: any PersistentModel) {
        let state = model._$model
        if let entity = state.entity { unregister(entity, key: state.key) }
        state.lifecycle = .invalidated
        state.group = state.group?.outsideOfContext
        state.changes.removeAll()
        state.hasRelationshipChanges = false
        changes.discardChanges(of: model)
    }

    /// Removes every model from the context; new ones are detached, others keep their last values.
    func removeAll() {
        faults = [:]
        for model in identityMap.models {
            if model._$model.lifecycle == .inserted { detach(model) } else { invalidate(model) }
        }
        identityMap.removeAll()
    }

    /// Breaks the reference cycles of the groups and among models, which retain each other; called
    /// when the context is released.
    func releaseCycles() {
        groups = nil
        for model in identityMap.models {
            guard let entity = model._$model.entity else { continue }
            for index in entity.cycleIndexes {
                entity.properties[index].access.releaseModels(model)
            }
        }
    }

    // MARK: Values

    /// Loads the row of a model, together with other faults of its entity.
    ///
    /// A model without a row is invalidated.
    func load(_ model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        let key = model._$model.key
        let keys = faults[entity.index, default: FaultQueue()].batch(including: key)
        let batch = keys.filter { candidate in
            candidate == key || object(entity, key: candidate)?._$model.isFault == true
        }
        do {
            var isFound = false
            try refresh(entity, keys: batch) { if $0 == key { isFound = true } }
            if !isFound, model._$model.lifecycle == .stored { invalidate(model) }
        } catch {
            // The model stays a fault, so that the next read retries.
            changes.noteReadFailure(error)
            for key in batch { faults[entity.index, default: FaultQueue()].insert(key) }
        }
    }

    /// Loads an attribute of a stored model, with the rest of its row if that is not loaded either.
    ///
    /// The value of an external file is loaded by itself. A value that cannot be read is reported.
    func loadAttribute(at index: Int, of model: any PersistentModel) {
        let state = model._$model
        if state.isFault || state.isPartial { load(model) }
        guard let property = state.entity?.properties[index], property.policy.isStored,
            state.lifecycle != .invalidated, !state.isFault, !property.access.isLoaded(model)
        else { return }
        do {
            try loadValue(of: property, in: model)
        } catch {
            let name = "\(state.entity?.name ?? "").\(property.name)"
            RuntimeWarning.report("\(name) returned a placeholder: \(error)")
        }
    }

    /// Loads an attribute of a model unless it is loaded.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be decoded, or if
    ///   the row does not exist any more; `StoreError` if the row or the external file cannot be
    ///   read.
    func requireValue(
        of property: PropertyDescription,
        in model: any PersistentModel
    ) throws {
        let state = model._$model
        guard state.lifecycle == .stored || state.lifecycle == .deleted,
            property.policy.isStored
        else { return }
        if state.isFault || state.isPartial { load(model) }
        if property.access.isLoaded(model) { return }
        if state.lifecycle != .invalidated { try loadValue(of: property, in: model) }
        if property.access.isLoaded(model) { return }
        throw SwiftDataError.modelValidationFailure(
            "\(state.entity?.name ?? "").\(property.name): the row of the model was deleted"
        )
    }

    /// Loads one attribute.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be decoded;
    ///   `StoreError` if the row or the external file cannot be read.
    private func loadValue(
        of property: PropertyDescription,
        in model: any PersistentModel
    ) throws {
        guard let entity = model._$model.entity else { return }
        var query = FetchQuery(entity)
        query.scope = .keys([model._$model.key])
        query.properties = PropertySet([property.index])
        query.isLenient = false
        try stores.uninterrupted {
            try stores.read(entity) { reader in
                try reader.fetch(query, over: nil) { _, row in try model._$decode(row) }
            }
        }
    }

    /// Loads a model if it is a fault.
    func loadIfFault(_ model: any PersistentModel) {
        if model._$model.isFault { load(model) }
    }

    /// Loads rows into their objects; returns the keys of the rows that exist.
    @discardableResult
    func refresh(_ entity: EntityDescription, keys: [Int64]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        try refresh(entity, keys: keys) { found.insert($0) }
        return found
    }

    /// Loads rows into their objects; calls `note` with the key of each row that exists.
    private func refresh(
        _ entity: EntityDescription,
        keys: [Int64],
        _ note: (Int64) -> Void
    ) throws {
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        try stores.uninterrupted {
            try stores.read(entity) { reader in
                try reader.fetch(query, over: nil) { key, row in
                    note(key)
                    guard let model = object(entity, key: key) else { return }
                    try decode(row, into: model)
                }
            }
        }
    }

    /// Decodes a row into a model, except the properties that the model has changed.
    ///
    /// - Parameters:
    ///   - row: The row of the model.
    ///   - model: The registered model.
    ///   - isPartial: Whether the row lacks columns.
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value of another type than its
    ///   property's; `StoreError` if an external file cannot be read.
    func decode(
        _ row: borrowing _RowDecoder,
        into model: any PersistentModel,
        isPartial: Bool = false
    ) throws {
        let state = model._$model
        if let entity = state.entity, !entity.externalProperties.isEmpty {
            // A lenient row leaves these out; the loaded values may be older than the row.
            for property in entity.properties
            where entity.externalProperties.contains(property.index)
                && !state.changes.contains(property.index)
            {
                property.access.unload(model)
            }
        }
        if state.changes.isEmpty {
            try model._$decode(row)
        } else {
            try model._$decode(row.omitting(state.changes))
        }
        state.isFault = false
        state.isPartial = isPartial
        if !state.changes.isEmpty { changes.rows.noteEdit(of: model) }
    }

    /// Turns a stored model into a fault, and notifies the observers of each property.
    ///
    /// An attribute that may have no placeholder keeps its value until the row is loaded, because
    /// the row may be deleted before.
    func unload(_ model: any PersistentModel) {
        let state = model._$model
        state.changes.removeAll()
        state.staleRelationships.removeAll()
        state.hasRelationshipChanges = false
        state.isFault = true
        guard let entity = state.entity else { return }
        faults[entity.index, default: FaultQueue()].insert(state.key)
        for property in entity.properties {
            let isReadable = !entity.mayLackPlaceholders || property.hasPlaceholder
            property.access.notifying(model) { if isReadable { property.access.unload(model) } }
        }
    }
}

/// The keys of the faults of one entity.
private struct FaultQueue {
    /// The maximum number of models in a batch.
    static let batchSize = 256
    private var keys: Set<Int64> = []

    mutating func insert(_ key: Int64) { keys.insert(key) }

    /// Removes and returns a batch of keys that includes `key`.
    mutating func batch(including key: Int64) -> [Int64] {
        keys.remove(key)
        var batch = [key]
        while batch.count < Self.batchSize, let next = keys.popFirst() { batch.append(next) }
        return batch
    }
}

extension EntityDescription {
    /// Creates a model of the root class without values and context.
    func makeModel() -> any PersistentModel { type.makeEmpty() }
}

extension PersistentModel {
    /// Creates a model without values and context.
    static func makeEmpty() -> Self {
        Self(backingData: _EmptyBackingData<Self>())
    }
}
