// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Resolves persistent identifiers to the keys of saved and unsaved rows.
///
/// Created for the translation of one predicate.
final class IdentifierResolver {
    private let stores: StoreAccess
    private let pending: PendingChanges
    /// Built once, because a predicate may contain many identifiers; built lazily, because most
    /// predicates contain none of a new model.
    private lazy var keysOfNewModels: [PersistentIdentifier: Int64] = Dictionary(
        pending.inserted.values.compactMap { model in
            model._$model.temporaryIdentifier.map { ($0, model._$model.key) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    init(_ stores: StoreAccess, _ pending: PendingChanges) {
        self.stores = stores
        self.pending = pending
    }

    /// Returns the key of a row of `entity`; nil for an identifier of another entity, store or
    /// context.
    func key(_ identifier: PersistentIdentifier, _ entity: EntityDescription) -> Int64? {
        guard identifier.entityName == entity.name else { return nil }
        if identifier.isTemporary { return keysOfNewModels[identifier] }
        let store = try? stores.store(of: entity).identifier
        return store == identifier.storeIdentifier ? identifier.integerKey : nil
    }
}
