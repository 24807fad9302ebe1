// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The statements of a store for queries that differ only in values and unsaved rows.
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

    private let statements = Mutex(RecentEntries<Key, [KnownForm]>(limit: limit))

    /// Returns the statement for a result of a query, which is rendered unless one for other values
    /// is known.
    ///
    /// - Throws: The errors of `render`; the error of encoding an unsaved row.
    func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery,
        over pending: PendingRows?,
        rendering render: () throws -> (query: RenderedQuery, tables: StatementTables)
    ) throws -> RenderedQuery {
        guard let key = Key(result, query: query, hasUnsavedRows: pending != nil) else {
            return try render().query
        }
        let known = statements.withLock { $0.value(for: key) } ?? []
        for form in known {
            if let statement = try form.reading(pending) { return statement }
        }
        let (statement, tables) = try render()
        let new = KnownForm(form: statement.form, reads: PendingReads(tables))
        statements.withLock { statements in
            let others = (statements.value(for: key) ?? []).suffix(Self.variantLimit - 1)
            statements.insert(others + [new], for: key)
        }
        return statement
    }
}

/// A statement without values and unsaved rows, and the unsaved rows that it can read.
private struct KnownForm: Sendable {
    let form: RenderedQuery.Form
    /// The use of unsaved rows, on which the text depends.
    let reads: PendingReads

    /// Returns the statement with unsaved rows; nil if they need another text.
    ///
    /// - Throws: The error of encoding an unsaved row.
    func reading(_ pending: PendingRows?) throws -> RenderedQuery? {
        guard let pending else { return RenderedQuery(form: form, rows: nil) }
        guard let rows = try reads.rows(in: pending) else { return nil }
        return RenderedQuery(form: form, rows: reads.isEmpty ? nil : rows)
    }
}

/// The use of unsaved rows in a statement.
struct PendingReads: Sendable {
    private struct Table {
        let index: Int
        /// Whether there are unsaved rows.
        let isShadowed: Bool
        /// Whether some saved rows are hidden.
        let hidesRows: Bool
    }

    private let tables: [Table]
    private let joinTables: [Table]
    /// Whether rows will be deleted, by entity.
    private let deletions: [(entity: Int, exist: Bool)]
    /// Whether the statement reads no unsaved rows.
    let isEmpty: Bool

    init(_ used: StatementTables) {
        tables = used.rows.map { index, rows in
            Table(index: index, isShadowed: rows != nil, hidesRows: rows?.hidden.isEmpty == false)
        }
        joinTables = used.pairs.map { index, pairs in
            Table(
                index: index,
                isShadowed: pairs != nil,
                hidesRows: pairs?.removed.isEmpty == false
            )
        }
        deletions = used.deletions.map { ($0, $1) }
        isEmpty =
            !tables.contains(where: \.isShadowed) && !joinTables.contains(where: \.isShadowed)
    }

    /// Returns the unsaved rows that the statement reads; nil if it does not fit them.
    ///
    /// - Throws: The error of encoding an unsaved row.
    func rows(in pending: PendingRows) throws -> BoundRows? {
        let rows = BoundRows()
        for table in tables {
            let unsaved = try pending.table(table.index)
            guard (unsaved != nil) == table.isShadowed,
                (unsaved?.hidden.isEmpty == false) == table.hidesRows
            else { return nil }
            if let unsaved { rows.add(unsaved, at: table.index) }
        }
        for table in joinTables {
            let unsaved = pending.pairs(table.index)
            guard (unsaved != nil) == table.isShadowed,
                (unsaved?.removed.isEmpty == false) == table.hidesRows
            else { return nil }
            if let unsaved { rows.add(unsaved, at: table.index) }
        }
        for (entity, exist) in deletions where pending.hasDeletions(entity) != exist {
            return nil
        }
        return rows
    }
}
