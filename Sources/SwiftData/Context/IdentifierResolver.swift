// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The keys of the rows that identifiers name in one context, saved or not.
///
/// Lives as long as the translation of one predicate.
final class IdentifierResolver {
    private let stores: StoreAccess
    private let pending: PendingChanges
    /// Built once, because a predicate may name many models, and most name no new one.
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

    /// The key of the row in `entity`; nil for an identifier of another entity, store or context.
    func key(_ identifier: PersistentIdentifier, _ entity: EntityDescription) -> Int64? {
        guard identifier.entityName == entity.name else { return nil }
        if identifier.isTemporary { return keysOfNewModels[identifier] }
        let store = try? stores.store(of: entity).identifier
        return store == identifier.storeIdentifier ? identifier.integerKey : nil
    }
}
