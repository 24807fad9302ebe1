// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

/// The keys of the rows that identifiers name in one context, saved or not.
///
/// Lives as long as the translation of one predicate.
final class IdentifierResolver {
    private let context: ModelContext
    /// A predicate may name many models, and most name no new one.
    private lazy var keysOfNewModels: [PersistentIdentifier: Int64] = Dictionary(
        context.pending.inserted.values.compactMap { model in
            model._$model.temporaryIdentifier.map { ($0, model._$model.key) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    init(_ context: ModelContext) { self.context = context }

    /// The key of the row in `entity`; nil when the identifier is another entity's, store's or context's.
    func key(_ identifier: PersistentIdentifier, _ entity: EntityDescription) -> Int64? {
        guard identifier.entityName == entity.name else { return nil }
        if identifier.isTemporary { return keysOfNewModels[identifier] }
        let store = try? context.coordinator.store(of: entity).store
        return store?.identifier == identifier.storeIdentifier ? identifier.integerKey : nil
    }
}
