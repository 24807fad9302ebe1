// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// The models whose texts match, best first.
    ///
    /// Searches the `.spotlight` attributes as they are stored: changes that aren't saved don't count.
    ///
    /// - Throws: `StoreError.Code.searchSyntax` when the model has no such attribute; what `fetch(_:)`
    ///   throws for the filter.
    public func search<T>(_ descriptor: SearchDescriptor<T>) throws -> [SearchMatch<T>] {
        graph.merger.mergeChanges()
        let found = try graph.fetcher.search(descriptor)
        let entity = try graph.stores.schema.entity(for: T.self)
        var query = FetchQuery(entity)
        query.scope = .keys(found.map(\.key))
        let models = Dictionary(
            try graph.fetcher.savedModels(query).map { ($0._$model.key, $0) }
        ) { first, _ in first }
        return found.compactMap { row in
            guard let model = models[row.key] as? T else { return nil }
            return SearchMatch(model: model, score: -row.rank, snippet: row.snippet)
        }
    }

    /// The identifiers of the models whose texts match, best first, without loading the models.
    ///
    /// - Throws: What `search(_:)` throws.
    package func searchIdentifiers<T>(_ descriptor: SearchDescriptor<T>) throws
        -> [(identifier: PersistentIdentifier, score: Double, snippet: String)]
    {
        let entity = try graph.stores.schema.entity(for: T.self)
        let store = try graph.stores.store(of: entity).identifier
        graph.merger.mergeChanges()
        return try graph.fetcher.search(descriptor).map { row in
            let identifier = PersistentIdentifier(
                entityName: entity.name,
                storeIdentifier: store,
                key: row.key
            )
            return (identifier, -row.rank, row.snippet)
        }
    }
}
