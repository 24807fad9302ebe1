// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Loads the models of results in batches, when one that is not in memory is accessed.
///
/// The last batch is retained until the next one, because nothing else may retain models that are
/// only iterated over.
final class ResultsLoader<Element: PersistentModel> {
    /// The number of models in the first batch of an iteration.
    private static var minimumSize: Int { 16 }
    /// The maximum number of models in a batch.
    private static var maximumSize: Int { 512 }

    /// The number of batches since the loader was created.
    private(set) var batchCount = 0
    private let context: ModelContext
    private let query: FetchQuery
    private let prefetchedKeyPaths: [PartialKeyPath<Element>]
    private var batch: [Element] = []
    private var size = minimumSize
    /// The offset after the last batch.
    private var end = 0

    /// Creates a loader with the properties and relationships of a descriptor.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    init(_ descriptor: FetchDescriptor<Element>, in context: ModelContext) throws {
        self.context = context
        var fetch = FetchDescriptor<Element>()
        fetch.propertiesToFetch = descriptor.propertiesToFetch
        query = try context.graph.fetcher.query(fetch)
        prefetchedKeyPaths = descriptor.relationshipKeyPathsForPrefetching
        // Checks the key paths.
        try context.graph.relationshipLoader.prefetch(prefetchedKeyPaths, of: [])
    }

    /// Returns the model of a row, given its offset among the keys of the results.
    ///
    /// If the row was deleted since, the model is a fault or has no values.
    func model(at offset: Int, of keys: [Int64]) -> Element {
        let (objects, entity) = (context.graph.objects, query.entity)
        if let known = objects.object(entity, key: keys[offset]) as? Element { return known }
        load(offset, of: keys)
        return objects.objectOrFault(entity, key: keys[offset]) as? Element
            ?? Element(backingData: _EmptyBackingData<Element>())
    }

    private func load(_ offset: Int, of keys: [Int64]) {
        size = offset == end ? min(2 * size, Self.maximumSize) : Self.minimumSize
        end = min(offset + size, keys.count)
        let objects = context.graph.objects
        var query = query
        query.scope = .keys(
            keys[offset..<end].filter { objects.object(query.entity, key: $0) == nil }
        )
        batchCount += 1
        do {
            // Rows with unsaved changes have objects.
            batch = try context.graph.stores.uninterrupted {
                try context.graph.fetcher.models(
                    of: Element.self,
                    for: query,
                    includingPending: false
                )
            }
            try context.graph.relationshipLoader.prefetch(prefetchedKeyPaths, of: batch)
        } catch {
            // The model is a fault then, which is loaded again when it is read.
            context.graph.changes.noteReadFailure(error)
        }
    }
}
