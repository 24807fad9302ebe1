// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Registers the objects of a context, one for each row in use, and loads their values.
final class ObjectRegistry {
    let stores: StoreAccess
    let changes: ChangeTracker
    /// The graph that registered models belong to, and that owns the registry.
    ///
    /// Unowned, because a weak reference would slow down every model: the graph's reference counts
    /// would be in a separate allocation.
    unowned var graph: ObjectGraph?
    let identityMap: IdentityMap
    /// The groups of the registered models, by entity index; nil after the release of the context,
    /// because they retain the graph.
    private var groups: [ModelGroup?]?
    /// The keys of faults, by entity index.
    var faults: [Int: FaultQueue] = [:]

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

    /// Returns the key of the saved or unsaved row with an identifier; nil for an identifier of
    /// another entity, store or context.
    func key(of identifier: PersistentIdentifier, in entity: EntityDescription) -> Int64? {
        guard
            identifier.entityName == entity.name
                || stores.schema.entity(ofClass: identifier.entityName) === entity
        else { return nil }
        if identifier.isTemporary { return newModel(entity, identifier: identifier)?._$model.key }
        return try? stores.store(of: entity).identity.key(of: identifier, in: entity.name)
    }

    /// Returns the registered model with an identifier, or a fault, which is loaded in a batch on
    /// access.
    func objectOrFault(for identifier: PersistentIdentifier) -> any PersistentModel {
        let entity = stores.schema.entity(ofClass: identifier.entityName)
        if let entity, let key = key(of: identifier, in: entity) {
            if !identifier.isTemporary { return objectOrFault(entity, key: key) }
            if let model = object(entity, key: key) { return model }
        }
        let model: any PersistentModel = entity?.makeModel() ?? UnknownModel()
        model._$model.becomePlaceholder(for: identifier)
        return model
    }

    /// Returns the registered model with an identifier, or `nil`.
    func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let entity = stores.schema.entity(ofClass: identifier.entityName),
            let key = key(of: identifier, in: entity)
        else { return nil }
        if changes.pending.deletedRows.contains(key, ofEntity: entity.index) {
            return objectOrFault(entity, key: key)
        }
        return object(entity, key: key)
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
        // The argument retains the model, so that the state's reference is not used.
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
        // The context no longer has the model, so it would not break the cycle when it is released.
        releaseRelatedModels(of: model)
    }

    /// Removes every model from the context; new ones are detached, others keep their last values.
    func removeAll() {
        faults = [:]
        let models = identityMap.models
        for model in models {
            if model._$model.lifecycle == .inserted { detach(model) } else { invalidate(model) }
        }
        identityMap.removeAll()
        DetachedGraph.connect(models)
    }

    /// Breaks the reference cycles of the groups and among models, which retain each other; called
    /// when the context is released.
    func releaseCycles() {
        exchange(&groups, with: nil)
        for model in identityMap.models { releaseRelatedModels(of: model) }
    }

    private func releaseRelatedModels(of model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        for index in entity.cycleIndexes {
            entity.properties[index].relation?.releaseModels(model)
        }
    }
}
