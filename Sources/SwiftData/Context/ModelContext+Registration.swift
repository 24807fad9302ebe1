// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

/// Keys of models that were referred to and aren't loaded, oldest first.
struct FaultQueue {
    /// At most this many models are loaded together.
    static let batchSize = 256
    private var keys: Set<Int64> = []

    mutating func insert(_ key: Int64) { keys.insert(key) }

    /// Takes a batch out of the queue, the wanted key in it.
    mutating func batch(including key: Int64) -> [Int64] {
        keys.remove(key)
        var batch = [key]
        while batch.count < Self.batchSize, let next = keys.popFirst() { batch.append(next) }
        return batch
    }
}

extension ModelContext {
    func make<M: PersistentModel>(_ type: M.Type) -> M {
        M(backingData: _EmptyBackingData<M>())
    }

    /// Makes a model the object for a row.
    func register(
        _ model: any PersistentModel,
        _ entity: EntityDescription,
        key: Int64,
        in store: String
    ) {
        let state = model._$model
        state.context = self
        state.entity = entity
        state.key = key
        state.storeIdentifier = store
        state.lifecycle = .stored
        identityMap.insert(model, entity.index, key)
    }

    /// The object for a row, made without values if the context holds none.
    func model(_ entity: EntityDescription, key: Int64) -> any PersistentModel {
        if let model = identityMap.model(entity.index, key) { return model }
        let model = make(entity.type)
        guard let store = try? coordinator.store(of: entity).store.identifier else { return model }
        register(model, entity, key: key, in: store)
        model._$model.isFault = true
        faults[entity.index, default: FaultQueue()].insert(key)
        return model
    }

    /// Loads the row of a model, and with it the rows of others of its entity that wait to be loaded.
    ///
    /// A model whose row is gone keeps its values and leaves the context.
    func load(_ model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        let key = model._$model.key
        let keys = faults[entity.index, default: FaultQueue()].batch(including: key)
        let waiting = keys.filter { candidate in
            candidate == key || identityMap.model(entity.index, candidate)?._$model.isFault == true
        }
        do {
            let found = try refresh(entity, keys: waiting)
            if !found.contains(key), model._$model.lifecycle == .stored { markGone(model) }
        } catch {
            // Reading can't throw; the model stays as it is and the next read tries again.
            for key in waiting { faults[entity.index, default: FaultQueue()].insert(key) }
        }
    }

    /// Loads rows into the objects that stand for them; answers the keys of the rows that exist.
    @discardableResult
    func refresh(_ entity: EntityDescription, keys: [Int64]) throws -> Set<Int64> {
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        var found: Set<Int64> = []
        try uninterrupted {
            try reader(of: entity).fetch(query, over: nil) { key, row in
                found.insert(key)
                guard let model = identityMap.model(entity.index, key) else { return }
                try decode(row, into: model)
            }
        }
        return found
    }

    /// Gives a model the values of its row, except those it has changed.
    func decode(_ row: borrowing _RowDecoder, into model: any PersistentModel) throws {
        let state = model._$model
        if state.changes.isEmpty {
            try model._$decode(row)
        } else {
            try model._$decode(row.leavingOut(state.changes))
        }
        state.isFault = false
    }

    /// The models that a relationship refers to, unsaved changes included.
    ///
    /// Empty when the store can't be read: reading a model never ends the process.
    func related(to model: any PersistentModel, at index: Int) -> [any PersistentModel] {
        (try? fetchRelated(to: model, at: index)) ?? []
    }

    /// The models that a relationship refers to, unsaved changes included.
    func fetchRelated(
        to model: any PersistentModel,
        at index: Int
    ) throws -> [any PersistentModel] {
        guard let owner = model._$model.entity, let entity = owner.properties[index].destination
        else { return [] }
        var query = FetchQuery(entity)
        query.scope = .related(to: model._$model.key, by: owner.properties[index], of: owner)
        return try uninterrupted { try fetchModels(query, includingPending: true) }
    }

    /// Takes a new model out of the context.
    func detach(_ model: any PersistentModel) {
        let state = model._$model
        if let entity = state.entity { identityMap.remove(entity.index, state.key) }
        state.context = nil
        state.entity = nil
        state.key = 0
        state.lifecycle = .detached
        state.changes.removeAll()
        state.hasRelationshipChanges = false
    }

    /// Takes a model whose row is gone out of the context; it keeps its values.
    func markGone(_ model: any PersistentModel) {
        let state = model._$model
        if let entity = state.entity { identityMap.remove(entity.index, state.key) }
        state.lifecycle = .invalidated
        state.context = nil
        state.changes.removeAll()
        state.hasRelationshipChanges = false
        let identity = ObjectIdentifier(model)
        pending.changed[identity] = nil
        pending.deleted[identity] = nil
        pending.dropLinks(of: model)
    }

    /// Makes a stored model load its values again when they are read.
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
