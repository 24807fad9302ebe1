// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the registered model with an identifier, or a fault, which loads its values on
    /// access.
    ///
    /// For an identifier that cannot belong to the container, returns a placeholder with this
    /// identifier, which has neither values nor a context.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        let entity = graph.stores.schema.entity(named: persistentModelID.entityName)
        let model = objectOrFault(for: persistentModelID, in: entity)
        guard let entity, !graph.objects.makeReadable(model, in: entity) else { return model }
        let unknown = UnknownModel()
        unknown._$model.becomePlaceholder(for: persistentModelID)
        return unknown
    }

    /// Returns the registered model with an identifier, or a fault, which is loaded in a batch on
    /// access.
    func objectOrFault(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        objectOrFault(
            for: persistentModelID,
            in: graph.stores.schema.entity(named: persistentModelID.entityName)
        )
    }

    private func objectOrFault(
        for persistentModelID: PersistentIdentifier,
        in entity: EntityDescription?
    ) -> any PersistentModel {
        if let entity, let key = graph.objects.key(of: persistentModelID, in: entity) {
            if !persistentModelID.isTemporary {
                return graph.objects.objectOrFault(entity, key: key)
            }
            if let model = graph.objects.object(entity, key: key) { return model }
        }
        let model: any PersistentModel = entity?.makeModel() ?? UnknownModel()
        model._$model.becomePlaceholder(for: persistentModelID)
        return model
    }

    /// Returns the model with an identifier if it is registered in the context; nil otherwise.
    public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T?
    where T: PersistentModel { registered(persistentModelID) as? T }

    private func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let entity = graph.stores.schema.entity(named: identifier.entityName) else {
            return nil
        }
        guard let key = graph.objects.key(of: identifier, in: entity) else { return nil }
        if graph.changes.pending.deletedRows.contains(key, ofEntity: entity.index) {
            return graph.objects.objectOrFault(entity, key: key)
        }
        return graph.objects.object(entity, key: key)
    }
}

/// A placeholder for a model if its entity is not in the schema, or its attributes have no values.
final class UnknownModel: PersistentModel {
    private var storage = _ModelStateStorage()
    var _$state: _ModelState.Pointer { storage.pointer }
    var persistentBackingData: any BackingData<UnknownModel> {
        get { _$model.backingData(of: self) }
        set {}
    }
    static var schemaMetadata: [Schema.PropertyMetadata] { [] }

    init() { _$model.lifecycle = .invalidated }
    init(backingData: any BackingData<UnknownModel>) { _$model.lifecycle = .invalidated }
    func _$decode(_ row: borrowing _RowDecoder) throws {}
    func _$encode(_ row: inout _RowEncoder) throws {}
}
