// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A translated fetch that returns the order of its rows, and can be limited to changed rows.
struct ResultsQuery {
    let entity: EntityDescription
    let ordering: RowOrdering
    let dependencies: QueryDependencies
    let hasSections: Bool
    private let fetch: FetchQuery
    /// Whether the rows include the unsaved changes of the context.
    let includesPendingChanges: Bool
    private let graph: ObjectGraph

    /// The maximum number of rows; nil means no maximum.
    var limit: Int? { fetch.limit }
    /// Whether the first rows are skipped, so that the fetch depends on rows that it does not
    /// return.
    var hasOffset: Bool { fetch.offset ?? 0 > 0 }

    /// Translates a descriptor.
    ///
    /// With a key path for sections, its values are the most significant sort key.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    init<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        sectionBy: PartialKeyPath<T>?,
        in graph: ObjectGraph
    ) throws {
        self.graph = graph
        var fetch = try graph.fetcher.query(descriptor)
        entity = fetch.entity
        if let sectionBy {
            let isFirst = descriptor.sortBy.first?.keyPath == sectionBy
            let given = isFirst ? fetch.order.removeFirst() : nil
            fetch.order =
                try Self.sectionOrder(sectionBy, given: given, entity: entity) + fetch.order
        }
        if fetch.order.isEmpty {
            fetch.order = [
                QueryOrder(expression: .key(QueryPath(QueryVariable(id: 0, entity: entity))))
            ]
        }
        hasSections = sectionBy != nil
        includesPendingChanges = descriptor.includePendingChanges
        ordering = RowOrdering(fetch.order)
        dependencies = QueryDependencies(
            fetch.order.map(\.expression) + (fetch.filter.map { [$0] } ?? []),
            layout: graph.stores.layout
        )
        self.fetch = fetch
    }

    /// Returns the sort keys that keep the rows of a section together.
    ///
    /// Different titles can be equal in a localized order, hence the second sort key.
    private static func sectionOrder<T: PersistentModel>(
        _ keyPath: PartialKeyPath<T>,
        given: QueryOrder?,
        entity: EntityDescription
    ) throws -> [QueryOrder] {
        let value = try SortTranslator().expression(keyPath, entity: entity)
        guard value.type.kind == .text else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "\(value.displayName) is not stored as text; use a text attribute for sections"
            )
        }
        let title = QueryExpression.coalesce(value, .constant(.text(""), _ColumnType(.text)))
        let isReverse = given?.isReverse ?? false
        return [
            QueryOrder(
                expression: title,
                isReverse: isReverse,
                textRule: given?.textRule ?? .localizedStandard
            ),
            QueryOrder(expression: title, isReverse: isReverse),
        ]
    }

    /// Returns all rows in order.
    func rows() throws -> [ResultRow] { try rows(fetch) }

    /// Returns the matching rows among those with the given keys, regardless of the limits.
    func rows(among keys: Set<Int64>) throws -> [ResultRow] {
        guard !keys.isEmpty else { return [] }
        var query = fetch
        query.scope = .keys(Array(keys))
        (query.limit, query.offset) = (nil, nil)
        return try rows(query)
    }

    /// Returns the keys of the rows that refer to one of the given rows by a path.
    func keys(leadingBy path: QueryPath, to keys: Set<Int64>) throws -> [Int64] {
        var query = FetchQuery(entity)
        query.filter = .isOneOf(.key(path), keys.map { .integer($0) })
        let pending = pendingRows()
        return try graph.stores.uninterrupted {
            try graph.stores.read(entity) { try $0.keys(query, over: pending) }
        }
    }

    private func rows(_ query: FetchQuery) throws -> [ResultRow] {
        let pending = pendingRows()
        var rows: [ResultRow] = []
        try graph.stores.uninterrupted {
            try graph.stores.read(entity) { reader in
                try reader.values(of: query.order.map(\.expression), for: query, over: pending) {
                    rows.append(ResultRow(key: $0, values: $1))
                }
            }
        }
        return rows
    }

    private func pendingRows() -> PendingRows? {
        includesPendingChanges ? graph.fetcher.pendingRows() : nil
    }
}
