// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The objects of a context: one for each row that the program holds, and the loading of their values.
final class ObjectRegistry {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private weak var context: ModelContext?
    private(set) var identityMap: IdentityMap
    /// Keys of models that were referred to and not loaded, by entity index.
    private var faults: [Int: FaultQueue] = [:]

    init(_ stores: StoreAccess, _ changes: ChangeTracker) {
        self.stores = stores
        self.changes = changes
        identityMap = IdentityMap(entityCount: stores.schema.entities.count)
    }

    func attach(to context: ModelContext) { self.context = context }

    // MARK: Objects

    /// Whether a model belongs to this context.
    func contains(_ model: any PersistentModel) -> Bool {
        guard let owner = model._$model.context else { return false }
        return owner === context
    }

    /// The object of a row, if there is one.
    ///
    /// - Complexity: O(1).
    func object(_ entity: EntityDescription, _ key: Int64) -> (any PersistentModel)? {
        identityMap.model(entity.index, key)
    }

    /// The objects of an entity.
    func objects(of entity: EntityDescription) -> [any PersistentModel] {
        identityMap.models(of: entity.index)
    }

    /// The object of a row, created as a fault if there is none.
    func objectOrFault(_ entity: EntityDescription, key: Int64) -> any PersistentModel {
        if let model = object(entity, key) { return model }
        let model = entity.makeModel()
        guard let store = try? stores.store(of: entity).identifier else { return model }
        register(model, entity, key: key, in: store)
        model._$model.isFault = true
        faults[entity.index, default: FaultQueue()].insert(key)
        return model
    }

    /// The object of a row that a relationship refers to; nil if its attributes can't be read.
    func readableObject(
        _ entity: EntityDescription,
        key: Int64
    ) -> (any PersistentModel)? {
        let model = objectOrFault(entity, key: key)
        return makeReadable(model, entity) ? model : nil
    }

    /// Loads a fault whose attributes may have no placeholders, because its row may be deleted
    /// before they are read.
    ///
    /// Returns whether each attribute can be read from now on.
    func makeReadable(_ model: any PersistentModel, _ entity: EntityDescription) -> Bool {
        guard entity.mayLackPlaceholders else { return true }
        if model._$model.isFault { load(model) }
        return entity.isReadable(model)
    }

    /// Makes a model the object of a row.
    func register(
        _ model: any PersistentModel,
        _ entity: EntityDescription,
        key: Int64,
        in store: String
    ) {
        let state = model._$model
        state.context = context
        state.entity = entity
        state.key = key
        state.storeIdentifier = store
        state.lifecycle = .stored
        identityMap.insert(model, entity.index, key)
    }

    /// Makes a registered model the object of another row.
    func move(_ model: any PersistentModel, _ entity: EntityDescription, to key: Int64) {
        model._$model.key = key
        identityMap.insert(model, entity.index, key)
    }

    /// Unregisters the object of a row, whatever it is.
    func unregister(_ entity: EntityDescription, key: Int64) {
        identityMap.remove(entity.index, key)
    }

    /// Removes a new model from the context.
    func detach(_ model: any PersistentModel) {
        let state = model._$model
        if let entity = state.entity { unregister(entity, key: state.key) }
        state.context = nil
        state.entity = nil
        state.key = 0
        state.lifecycle = .detached
        state.changes.removeAll()
        state.hasRelationshipChanges = false
    }

    /// Removes a model without a row from the context; the model keeps its values.
    func invalidate(_ model: any PersistentModel) {
        let state = model._$model
        if let entity = state.entity { unregister(entity, key: state.key) }
        state.lifecycle = .invalidated
        state.context = nil
        state.changes.removeAll()
        state.hasRelationshipChanges = false
        changes.forget(model)
    }

    /// Removes every model from the context; new ones are detached, others keep their values.
    func removeAll() {
        faults = [:]
        for model in identityMap.models {
            if model._$model.lifecycle == .inserted { detach(model) } else { invalidate(model) }
        }
        identityMap.removeAll()
    }

    /// Breaks the reference cycles among models, which hold each other strongly.
    ///
    /// Without their context they can't load anything any more.
    func releaseCycles() {
        for model in identityMap.models {
            guard let entity = model._$model.entity else { continue }
            for index in entity.cycleIndexes {
                entity.properties[index].access.releaseModels(model)
            }
        }
    }

    // MARK: Values

    /// Loads the row of a model, and with it other faults of its entity.
    ///
    /// A model without a row is invalidated.
    func load(_ model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        let key = model._$model.key
        let keys = faults[entity.index, default: FaultQueue()].batch(including: key)
        let batch = keys.filter { candidate in
            candidate == key || object(entity, candidate)?._$model.isFault == true
        }
        do {
            let found = try refresh(entity, keys: batch)
            if !found.contains(key), model._$model.lifecycle == .stored { invalidate(model) }
        } catch {
            // The model stays a fault, so that the next read tries again.
            changes.noteReadFailure(error)
            for key in batch { faults[entity.index, default: FaultQueue()].insert(key) }
        }
    }

    /// Loads a model unless its values are in memory.
    func loadIfFault(_ model: any PersistentModel) {
        if model._$model.isFault { load(model) }
    }

    /// Loads rows into their objects; returns the keys of the rows that exist.
    @discardableResult
    func refresh(_ entity: EntityDescription, keys: [Int64]) throws -> Set<Int64> {
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        var found: Set<Int64> = []
        try stores.uninterrupted {
            try stores.read(entity) { reader in
                try reader.fetch(query, over: nil) { key, row in
                    found.insert(key)
                    guard let model = object(entity, key) else { return }
                    try decode(row, into: model)
                }
            }
        }
        return found
    }

    /// Decodes a row into a model, except the properties that the model has changed.
    ///
    /// - Parameters:
    ///   - row: The row of the model.
    ///   - model: The registered model.
    ///   - isPartial: Whether the row lacks columns.
    /// - Throws: `StoreError` for a column that doesn't hold a value of its property.
    func decode(
        _ row: borrowing _RowDecoder,
        into model: any PersistentModel,
        isPartial: Bool = false
    ) throws {
        let state = model._$model
        if state.changes.isEmpty {
            try model._$decode(row)
        } else {
            try model._$decode(row.omitting(state.changes))
        }
        state.isFault = false
        state.isPartial = isPartial
    }

    /// Makes a stored model a fault, with a notification for each property.
    func unload(_ model: any PersistentModel) {
        let state = model._$model
        state.changes.removeAll()
        state.staleRelationships.removeAll()
        state.hasRelationshipChanges = false
        state.isFault = true
        guard let entity = state.entity else { return }
        for property in entity.properties {
            property.access.notifying(model) { property.access.unload(model) }
        }
    }
}

/// Keys of models that were referred to and not loaded.
private struct FaultQueue {
    /// The maximum number of models loaded together.
    static let batchSize = 256
    private var keys: Set<Int64> = []

    mutating func insert(_ key: Int64) { keys.insert(key) }

    /// Removes and returns a batch that includes `key`.
    mutating func batch(including key: Int64) -> [Int64] {
        keys.remove(key)
        var batch = [key]
        while batch.count < Self.batchSize, let next = keys.popFirst() { batch.append(next) }
        return batch
    }
}

extension EntityDescription {
    /// Creates a model of the entity without values or context.
    func makeModel() -> any PersistentModel { type.makeEmpty() }
}

extension PersistentModel {
    fileprivate static func makeEmpty() -> Self {
        Self(backingData: _EmptyBackingData<Self>())
    }
}
