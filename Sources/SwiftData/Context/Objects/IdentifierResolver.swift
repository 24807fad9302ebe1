// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Resolves persistent identifiers to the keys of saved and unsaved rows.
struct IdentifierResolver {
    private let stores: StoreAccess
    private let objects: ObjectRegistry

    init(_ stores: StoreAccess, objects: ObjectRegistry) {
        self.stores = stores
        self.objects = objects
    }

    /// Returns the key of a row of `entity`; nil for an identifier of another entity, store or
    /// context.
    func key(_ identifier: PersistentIdentifier, in entity: EntityDescription) -> Int64? {
        guard identifier.entityName == entity.name else { return nil }
        if identifier.isTemporary {
            return objects.newModel(entity, identifier: identifier)?._$model.key
        }
        return try? stores.store(of: entity).identity.key(of: identifier, in: entity.name)
    }
}
