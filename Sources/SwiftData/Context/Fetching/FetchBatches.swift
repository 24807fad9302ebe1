// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The results of a fetch, which are loaded one batch at a time.
final class FetchBatches<T: PersistentModel> {
    private let identifiers: [PersistentIdentifier]
    private let descriptor: FetchDescriptor<T>
    private let size: Int
    private let context: ModelContext
    /// The last two loaded batches.
    ///
    /// With two, neighbors can be compared at the end of a batch.
    private var batches: [(start: Int, models: [T])] = []

    init(
        _ identifiers: [PersistentIdentifier],
        descriptor: FetchDescriptor<T>,
        size: Int,
        in context: ModelContext
    ) {
        self.identifiers = identifiers
        self.descriptor = descriptor
        self.size = max(1, size)
        self.context = context
    }

    /// Returns the model at a position, after loading its batch unless it is loaded.
    func model(at position: Int) -> T {
        let start = position - position % size
        if let index = batches.firstIndex(where: { $0.start == start }) {
            return batches[index].models[position - start]
        }
        let models = batch(identifiers[start...].prefix(size))
        batches = batches.suffix(1) + [(start, models)]
        return models[position - start]
    }

    /// Returns the models with identifiers; without values for rows that do not exist any more.
    private func batch(_ identifiers: ArraySlice<PersistentIdentifier>) -> [T] {
        let loaded: [any PersistentModel]
        do {
            loaded = try load(identifiers)
        } catch {
            // The models stay faults, so that the next read retries.
            context.graph.changes.noteReadFailure(error)
            loaded = []
        }
        return withExtendedLifetime(loaded) {
            identifiers.map { identifier in
                context.graph.objects.objectOrFault(for: identifier) as? T
                    ?? T(backingData: _EmptyBackingData<T>())
            }
        }
    }

    private func load(
        _ identifiers: ArraySlice<PersistentIdentifier>
    ) throws -> [any PersistentModel] {
        let graph = context.graph
        let entity = try graph.stores.schema.entity(for: T.self)
        var query = FetchQuery(entity)
        query.scope = .keys(identifiers.compactMap { graph.objects.key(of: $0, in: entity) })
        return try graph.stores.uninterrupted {
            let models = try graph.fetcher.savedModels(query)
            try graph.relationshipLoader.prefetch(
                descriptor.relationshipKeyPathsForPrefetching,
                of: models.compactMap { $0 as? T }
            )
            return models
        }
    }
}
