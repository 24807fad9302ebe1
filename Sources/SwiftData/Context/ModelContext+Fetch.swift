// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension ModelContext {
    /// Returns the matching models in order.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedSortDescriptor` or
    ///   `.unsupportedKeyPath` with the part that cannot be translated; `StoreError` if the store
    ///   cannot be read.
    /// - Complexity: Depends on the store's indexes; each model is decoded once.
    @inlinable
    public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
        try fetch(descriptor, outline: descriptor.outline)
    }

    /// Returns the models of a descriptor, given its outline for templates.
    @usableFromInline
    func fetch<T>(_ descriptor: FetchDescriptor<T>, outline: FetchOutline) throws -> [T]
    where T: PersistentModel {
        let query = try graph.query(descriptor, outline: outline)
        let models = try graph.fetcher.models(
            of: T.self,
            for: query,
            includingPending: outline.includesPendingChanges
        )
        guard outline.prefetches else { return models }
        try graph.relationshipLoader.prefetch(
            descriptor.relationshipKeyPathsForPrefetching,
            of: models
        )
        return models
    }

    /// Returns the number of matching models.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int
    where T: PersistentModel {
        try graph.fetcher.count(
            graph.query(descriptor),
            includingPending: descriptor.includePendingChanges
        )
    }

    /// Returns the identifiers of the matching models in order, without loading the models.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws
        -> [PersistentIdentifier] where T: PersistentModel
    {
        try graph.fetcher.identifiers(
            graph.query(descriptor),
            includingPending: descriptor.includePendingChanges
        )
    }

    /// Returns the matching models, which are loaded in batches when they are accessed.
    ///
    /// The collection retains the models of two batches. Access positions in order: each batch that
    /// is not retained is loaded as a whole.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - batchSize: The number of models in a batch.
    /// - Returns: The models, loaded on access.
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` if the descriptor includes
    ///   pending changes; the errors of ``fetch(_:)``.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
        -> FetchResultsCollection<T> where T: PersistentModel
    {
        let identifiers = try fetchIdentifiers(descriptor, batchSize: batchSize)
        if try graph.stores.schema.entity(for: T.self).mayLackPlaceholders {
            // If a row is deleted before its batch is loaded, the model would have no values.
            let models = try fetch(descriptor)
            return FetchResultsCollection(count: models.count) { models[$0] }
        }
        let batches = FetchBatches(
            Array(identifiers),
            descriptor: descriptor,
            size: batchSize,
            in: self
        )
        return FetchResultsCollection(count: identifiers.count) { batches.model(at: $0) }
    }

    /// Returns the identifiers of the matching models.
    ///
    /// All identifiers are read at once; the batch size has no effect.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - batchSize: The number of models in a batch.
    /// - Returns: The identifiers, in order.
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` if the descriptor includes
    ///   pending changes; the errors of ``fetch(_:)``.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
        -> FetchResultsCollection<PersistentIdentifier> where T: PersistentModel
    {
        guard !descriptor.includePendingChanges else {
            throw SwiftDataError(
                .includePendingChangesWithBatchSize,
                "set includePendingChanges to false to fetch in batches"
            )
        }
        let identifiers = try fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count) { identifiers[$0] }
    }

    /// Calls a block with each matching model, and keeps at most one batch in memory.
    ///
    /// The block may save. Models that it deletes before their turn are skipped, and so are new
    /// models of later batches that a save merges with existing ones.
    ///
    /// - Parameters:
    ///   - fetch: The criteria, order and limits of the models.
    ///   - batchSize: The number of models in a batch.
    ///   - allowEscapingMutations: Whether the block may change models outside of the batch.
    ///   - block: Called with each model, in order.
    /// - Throws: The errors of ``fetch(_:)`` and of the block; unless `allowEscapingMutations` is
    ///   true, `SwiftDataError.modelValidationFailure` if the block changed an attribute of a model
    ///   outside of the batch.
    public func enumerate<T>(
        _ fetch: FetchDescriptor<T>,
        batchSize: Int = 5000,
        allowEscapingMutations: Bool = false,
        block: (_ model: T) throws -> Void
    ) throws where T: PersistentModel {
        let identifiers = try fetchIdentifiers(fetch)
        let entity = try graph.stores.schema.entity(for: T.self)
        // The keys stay the same when the block saves new models; their identifiers change.
        let keys = identifiers.compactMap { graph.objects.key(of: $0, in: entity) }
        var start = 0
        while start < keys.count {
            let end = min(start + max(1, batchSize), keys.count)
            let batch = try graph.fetcher.models(ofRows: keys[start..<end], in: entity)
                .compactMap { $0 as? T }
            try graph.relationshipLoader.prefetch(
                fetch.relationshipKeyPathsForPrefetching,
                of: batch
            )
            graph.changes.pending.changed.mark()
            let result = Result {
                for model in batch where model._$model.isPresent { try block(model) }
            }
            let changed = graph.changes.pending.changed.removeMark()
            try result.get()
            if !allowEscapingMutations {
                let own = Set(batch.map { ObjectIdentifier($0) })
                // Changes of only the other end of a relationship are allowed.
                let escaped = changed.filter { model in
                    !own.contains(ObjectIdentifier(model)) && model._$model.hasAttributeChanges
                }
                guard escaped.isEmpty else {
                    throw SwiftDataError.modelValidationFailure(
                        "the block of enumerate changed \(escaped.count) models outside of its batch; "
                            + "pass allowEscapingMutations: true to allow it"
                    )
                }
            }
            start = end
        }
    }
}
