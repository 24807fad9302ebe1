// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the full-text matches, best first.
    ///
    /// Searches the stored values of the `.spotlight` attributes; unsaved changes are ignored.
    ///
    /// - Throws: `StoreError.Code.searchSyntax` if the model has no such attribute; the errors of
    ///   ``fetch(_:)`` for the filter and the relationships.
    public func search<T>(_ descriptor: SearchDescriptor<T>) throws -> [SearchMatch<T>] {
        graph.merger.mergeChanges()
        let found = try graph.fetcher.search(descriptor)
        let entity = try graph.stores.schema.entity(for: T.self)
        var query = FetchQuery(entity)
        query.scope = .keys(found.map(\.key))
        let models = try graph.fetcher.models(of: T.self, for: query, includingPending: false)
        try graph.relationshipLoader.prefetch(
            descriptor.relationshipKeyPathsForPrefetching,
            of: models
        )
        var positions: [Int64: Int] = [:]
        for position in models.indices { positions[models[position]._$model.key] = position }
        return found.compactMap { row in
            positions[row.key].map { position in
                SearchMatch(
                    model: models[position],
                    score: row.score,
                    snippet: row.snippet,
                    key: row.key,
                    isRanked: row.rank != nil
                )
            }
        }
    }

    /// Returns the identifiers of full-text matches, best first, without loading the models.
    ///
    /// - Throws: The errors of ``search(_:)``.
    package func searchIdentifiers<T>(_ descriptor: SearchDescriptor<T>) throws
        -> [(identifier: PersistentIdentifier, score: Double, snippet: String)]
    {
        let entity = try graph.stores.schema.entity(for: T.self)
        let store = try graph.stores.store(of: entity).identity
        graph.merger.mergeChanges()
        return try graph.fetcher.search(descriptor).map { row in
            (store.identifier(of: row.key, in: entity.name), row.score, row.snippet)
        }
    }
}
