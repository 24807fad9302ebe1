// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Renders fetches as SQL for the tables of a store.
struct QueryRenderer {
    private let layout: SchemaLayout
    private let tables: [TableSQL]
    private let pending: PendingRows?
    private let indexedQuery: QueryStatement.IndexedQuery?

    /// - Parameters:
    ///   - layout: The tables of the store.
    ///   - tables: The SQL for the table of each entity, by entity index.
    ///   - pending: The unsaved rows to merge into the results; nil to query only the store.
    ///   - indexedQuery: Prepares full-text queries for the index of their table; nil to match
    ///     words as they are.
    init(
        layout: SchemaLayout,
        tables: [TableSQL],
        pending: PendingRows?,
        indexedQuery: QueryStatement.IndexedQuery? = nil
    ) {
        self.layout = layout
        self.tables = tables
        self.pending = pending
        self.indexedQuery = indexedQuery
    }

    private func statement(on entity: EntityDescription) -> QueryStatement {
        QueryStatement(
            StatementTables(layout: layout, sql: tables, pending: pending),
            root: entity,
            indexedQuery: indexedQuery
        )
    }

    /// Returns the statement for a result of a query.
    func statement(for result: RenderedQuery.Result, of query: FetchQuery) throws -> RenderedQuery {
        let statement = statement(on: query.entity)
        let table = tables[query.entity.index]
        var selection: RowSelection?
        let text: SQLText
        var unsaved: SQLText?
        switch result {
        case .rows:
            let columns =
                query.properties == nil
                ? table.selection : RowSelection(table.table, properties: query.properties)
            selection = columns
            (text, unsaved) = try statement.select(columns, for: query)
        case .keys: text = try statement.select([statement.root.key], for: query)
        case .count: text = try statement.count(query)
        }
        let form = RenderedQuery.Form(
            text,
            tables: statement.tables,
            selection: selection,
            unsavedSQL: unsaved?.sql
        )
        return RenderedQuery(form: form, rows: text.rows)
    }

    /// Returns the statement that selects the keys and requested columns of the matching rows.
    func rows(_ query: FetchQuery) throws -> RenderedQuery { try statement(for: .rows, of: query) }

    /// Returns the statement that selects the keys of the matching rows in order.
    func keys(_ query: FetchQuery) throws -> SQLText {
        try statement(for: .keys, of: query).text(for: query)
    }

    /// Returns the statement that selects the number of matching rows.
    func count(_ query: FetchQuery) throws -> SQLText {
        try statement(for: .count, of: query).text(for: query)
    }

    /// Returns the statement that selects the keys of the matching rows and the values of
    /// expressions.
    func values(of expressions: [QueryExpression], for query: FetchQuery) throws -> SQLText {
        let statement = statement(on: query.entity)
        if let filter = query.filter {
            statement.setCondition(filter, of: statement.root, variable: 0)
        }
        let values = expressions.map { statement.value($0) }
        return try bound(statement.select([statement.root.key] + values, for: query), for: query)
    }

    /// Returns the statement that selects the keys and values of groups, and its tables by alias.
    func aggregate(_ query: AggregateQuery) throws
        -> (text: SQLText, sources: [String: StatementTables.Source])
    {
        let statement = statement(on: query.rows.entity)
        return (try bound(statement.aggregate(query), for: query.rows), statement.tables.sources)
    }

    /// Returns the statement that selects pairs of owner and related key, and the key by which to
    /// sort them unless the statement does.
    ///
    /// - Returns: nil if the destination of the relationship is unknown.
    func related(
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> (text: SQLText, isSorted: Bool)? {
        guard let destination = property.destination else { return nil }
        let statement = statement(on: destination)
        return try statement.related(to: owners, by: property, of: entity)
    }

    /// Returns the statement that selects pairs of owner and value of a column of the related row.
    ///
    /// - Returns: nil if the relationship has no join table.
    func relatedValues(
        of column: String,
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> SQLText? {
        guard let destination = property.destination else { return nil }
        return try statement(on: destination)
            .relatedValues(of: column, to: owners, by: property, of: entity)
    }

    private func bound(_ text: SQLText, for query: FetchQuery) -> SQLText {
        var text = text
        text.bind(query)
        return text
    }
}
