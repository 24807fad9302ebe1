// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The statements of a store for queries that differ only in values.
///
/// Rendering the SQL of a query is slow compared to executing a simple one (decision 0052).
final class RenderedQueries: Sendable {
    /// The parts of a query that determine the text of its statement, besides the unsaved rows.
    private struct Key: Hashable {
        enum Scope: Hashable {
            case all
            case key
            case keys
            case related(property: Int, entity: Int)
            case referring(property: Int, isRange: Bool)
        }

        let result: RenderedQuery.Result
        let entity: Int
        let template: QueryTemplate?
        let scope: Scope
        let properties: PropertySet?
        let hasLimit: Bool
        let hasOffset: Bool
        let hasUnsavedRows: Bool

        /// Creates the key of a query; nil if the query has parts that come from no template.
        init?(_ result: RenderedQuery.Result, query: FetchQuery, hasUnsavedRows: Bool) {
            guard query.template != nil || query.isPlain else { return nil }
            self.result = result
            entity = query.entity.index
            template = query.template
            scope =
                switch query.scope {
                case .all: .all
                case .keys(let keys): keys.count == 1 ? .key : .keys
                case .related(_, let property, let entity):
                    .related(property: property.index, entity: entity.index)
                case .referring(let keys, let property):
                    .referring(property: property.index, isRange: keys.isRange)
                }
            properties = query.properties
            hasLimit = query.limit != nil
            hasOffset = query.skippedCount > 0
            self.hasUnsavedRows = hasUnsavedRows
        }
    }

    /// The number of keys in a generation.
    private static let limit = 256
    /// The maximum number of statements of a key, which differ in the tables with unsaved rows.
    private static let variantLimit = 8

    private let statements = Mutex(RecentEntries<Key, [RenderedQuery.Form]>(limit: limit))

    /// Returns the statement for a result of a query, which is rendered unless one for other values
    /// is known.
    ///
    /// - Throws: The errors of `render`; that of encoding an unsaved row.
    func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery,
        over pending: PendingRows?,
        rendering render: () throws -> RenderedQuery
    ) throws -> RenderedQuery {
        guard let key = Key(result, query: query, hasUnsavedRows: pending != nil) else {
            return try render()
        }
        let known = statements.withLock { $0.value(for: key) } ?? []
        for form in known {
            if let statement = try form.reading(pending) { return statement }
        }
        let statement = try render()
        statements.withLock { statements in
            let others = (statements.value(for: key) ?? []).suffix(Self.variantLimit - 1)
            statements.insert(others + [statement.form], for: key)
        }
        return statement
    }
}
