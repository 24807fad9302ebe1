// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Translates aggregate descriptors to queries, executes them, and decodes their results.
struct AggregateFetcher {
    private let graph: ObjectGraph

    init(_ graph: ObjectGraph) { self.graph = graph }

    // MARK: Queries

    func query<Model, Value>(
        _ descriptor: AggregateDescriptor<Model, Value>
    ) throws -> AggregateQuery {
        let rows = try graph.fetcher.query(FetchDescriptor<Model>(predicate: descriptor.predicate))
        let translator = AggregateTranslator<Model>(entity: rows.entity)
        return AggregateQuery(rows: rows, terms: try descriptor.terms.map(translator.term))
    }

    func query<Model, Key, Value>(
        _ descriptor: GroupedAggregateDescriptor<Model, Key, Value>
    ) throws -> AggregateQuery {
        let rows = try graph.fetcher.query(FetchDescriptor<Model>(predicate: descriptor.predicate))
        let translator = AggregateTranslator<Model>(entity: rows.entity)
        return AggregateQuery(
            rows: rows,
            terms: try descriptor.terms.map(translator.term),
            keys: try descriptor.keyPaths.map(translator.key),
            order: try descriptor.sortBy.map { sort in
                try translator.order(sort, among: descriptor.keyPaths)
            },
            limit: descriptor.fetchLimit,
            offset: descriptor.fetchOffset
        )
    }

    // MARK: Results

    func value<Model, Value>(
        of descriptor: AggregateDescriptor<Model, Value>
    ) throws -> Value {
        let rows = try rows(query(descriptor), includesPending: descriptor.includePendingChanges)
        // Without keys, a query has one group.
        let row = _RowDecoder(compositeColumns: ValueRow(rows.first ?? []))
        return try descriptor.decode(row, 0)
    }

    func groups<Model, Key, Value>(
        of descriptor: GroupedAggregateDescriptor<Model, Key, Value>
    ) throws -> [AggregateGroup<Key, Value>] {
        let query = try query(descriptor)
        let rows = try rows(query, includesPending: descriptor.includePendingChanges)
        let models = try models(of: query.keys, in: rows)
        let decodeKey = try descriptor.makeKeyDecoder { type, key in
            try graph.objects.objectOrFault(graph.stores.schema.entity(for: type), key: key)
        }
        let first = Int32(query.keys.count)
        return try withExtendedLifetime(models) {
            try rows.map { values in
                let row = _RowDecoder(compositeColumns: ValueRow(values))
                return AggregateGroup(
                    key: try decodeKey(row),
                    value: try descriptor.decode(row, first)
                )
            }
        }
    }

    private func rows(_ query: AggregateQuery, includesPending: Bool) throws -> [[_ColumnValue]] {
        let pending = includesPending ? graph.fetcher.pendingRows() : nil
        var rows: [[_ColumnValue]] = []
        try graph.stores.read(query.rows.entity) { reader in
            try reader.aggregate(query, over: pending) { rows.append($0) }
        }
        return rows
    }

    /// Loads the saved models by which rows are grouped, with one query for each relationship.
    ///
    /// The caller must retain them.
    private func models(
        of keys: [QueryExpression],
        in rows: [[_ColumnValue]]
    ) throws -> [any PersistentModel] {
        var models: [any PersistentModel] = []
        for (position, key) in keys.enumerated() {
            guard case .key(let path) = key else { continue }
            var query = FetchQuery(path.entity)
            query.scope = .keys(
                rows.compactMap { row in
                    if case .integer(let key) = row[position] { key } else { nil }
                }
            )
            models += try graph.fetcher.savedModels(query)
        }
        return models
    }
}

extension AggregateTranslator {
    fileprivate func term(_ term: AggregateTerm<Model>) throws -> AggregateQuery.Term {
        AggregateQuery.Term(function: term.function, argument: try argument(of: term))
    }

    fileprivate func order(
        _ sort: AggregateSort<Model>,
        among keyPaths: [PartialKeyPath<Model>]
    ) throws -> AggregateQuery.Order {
        switch sort.target {
        case .aggregate(let term):
            return AggregateQuery.Order(
                value: .term(try self.term(term)),
                isReverse: sort.isReverse
            )
        case .key(let keyPath):
            guard let position = keyPaths.firstIndex(of: keyPath) else {
                throw SwiftDataError.unsupportedSortDescriptor(
                    "\(keyPath.displayName) is not among the properties by which models are grouped"
                )
            }
            return AggregateQuery.Order(value: .key(position), isReverse: sort.isReverse)
        }
    }
}
