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
        let found = try searchRows(descriptor)
        let entity = try coordinator.graph.entity(for: T.self)
        var query = FetchQuery(entity)
        query.scope = .keys(found.map(\.key))
        let models = Dictionary(
            try fetchModels(query, includingPending: false).map { ($0._$model.key, $0) }
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
        let entity = try coordinator.graph.entity(for: T.self)
        let store = try coordinator.store(of: entity).store.identifier
        return try searchRows(descriptor).map { row in
            let identifier = PersistentIdentifier(
                entityName: entity.name,
                storeIdentifier: store,
                key: row.key
            )
            return (identifier, -row.rank, row.snippet)
        }
    }

    private func searchRows<T>(_ descriptor: SearchDescriptor<T>) throws -> [SearchRow] {
        mergeChanges()
        var rows = try query(FetchDescriptor<T>(predicate: descriptor.filter))
        rows.limit = descriptor.limit
        rows.offset = descriptor.offset
        let search = SearchQuery(text: descriptor.query, rows: rows, snippet: descriptor.snippet)
        return try reader(of: rows.entity).search(search)
    }
}
