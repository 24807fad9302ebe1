// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the registered model with an identifier, or a fault, which loads its values on
    /// access.
    ///
    /// For an identifier that cannot belong to the container, returns a placeholder with this
    /// identifier, which has neither values nor a context.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        let model = graph.objects.objectOrFault(for: persistentModelID)
        guard let entity = graph.stores.schema.entity(ofClass: persistentModelID.entityName),
            !graph.objects.makeReadable(model, in: entity)
        else { return model }
        let unknown = UnknownModel()
        unknown._$model.becomePlaceholder(for: persistentModelID)
        return unknown
    }

    /// Returns the model with an identifier if it is registered in the context; nil otherwise.
    public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T?
    where T: PersistentModel { graph.objects.registered(persistentModelID) as? T }
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
