// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A statement for the keys of related rows, and whether they are in the relationship's order.
typealias RelatedStatement = (text: SQLText, isSorted: Bool)

/// Provides the statements of queries.
///
/// The renderer, which most calls of a source with known statements do not need, is made by the
/// argument.
protocol StatementSource: Sendable {
    /// Returns the statement for a result of a query.
    ///
    /// - Throws: The error of encoding an unsaved row.
    func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery,
        over pending: PendingRows?,
        from renderer: @autoclosure () -> QueryRenderer
    ) throws -> RenderedQuery
    /// Returns the statement of `QueryRenderer.related(to:by:of:)`.
    func related(
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription,
        from renderer: QueryRenderer
    ) throws -> RelatedStatement?
    /// Returns the statement of `QueryRenderer.relatedValues(of:to:by:of:)`.
    func relatedValues(
        of attribute: PropertyDescription,
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription,
        from renderer: QueryRenderer
    ) throws -> SQLText?
}

/// Renders each statement.
struct NewStatements: StatementSource {
    func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery,
        over pending: PendingRows?,
        from renderer: @autoclosure () -> QueryRenderer
    ) throws -> RenderedQuery {
        try renderer().statement(for: result, of: query).query
    }

    func related(
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription,
        from renderer: QueryRenderer
    ) throws -> RelatedStatement? {
        try renderer.related(to: owners, by: property, of: entity)
    }

    func relatedValues(
        of attribute: PropertyDescription,
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription,
        from renderer: QueryRenderer
    ) throws -> SQLText? {
        try renderer.relatedValues(of: attribute, to: owners, by: property, of: entity)
    }
}

/// Renders fetches as SQL for the tables of a store.
struct QueryRenderer {
    private let layout: SchemaLayout
    private let tables: [TableSQL]
    let pending: PendingRows?
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

    /// Returns the statement for a result of a query, and the tables that it reads.
    func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery
    ) throws -> (query: RenderedQuery, tables: StatementTables) {
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
            selection: selection,
            unsavedSQL: unsaved?.sql
        )
        return (RenderedQuery(form: form, rows: text.rows), statement.tables)
    }

    /// Returns the statement that selects the keys and requested columns of the matching rows.
    func rows(_ query: FetchQuery) throws -> RenderedQuery {
        try statement(for: .rows, of: query).query
    }

    /// Returns the statement that selects the keys of the matching rows in order.
    func keys(_ query: FetchQuery) throws -> SQLText {
        try statement(for: .keys, of: query).query.text(for: query)
    }

    /// Returns the statement that selects the number of matching rows.
    func count(_ query: FetchQuery) throws -> SQLText {
        try statement(for: .count, of: query).query.text(for: query)
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
    ) throws -> RelatedStatement? {
        guard let destination = property.destination else { return nil }
        let statement = statement(on: destination)
        return try statement.related(to: owners, by: property, of: entity)
    }

    /// Returns the statement that selects pairs of owner and value of an attribute of the related
    /// row.
    ///
    /// - Returns: nil if the relationship has no join table.
    func relatedValues(
        of attribute: PropertyDescription,
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> SQLText? {
        guard let destination = property.destination,
            let column = layout[destination].columns(of: attribute.index).first
        else { return nil }
        return try statement(on: destination)
            .relatedValues(of: column.name, to: owners, by: property, of: entity)
    }

    private func bound(_ text: SQLText, for query: FetchQuery) -> SQLText {
        var text = text
        text.bind(query)
        return text
    }
}

/// The statement for a result of a query.
struct RenderedQuery {
    /// The content of the rows that a statement returns.
    enum Result: Hashable, Sendable {
        /// The keys and the requested columns of the matching rows, with the key in result
        /// column 0.
        case rows
        /// The keys of the matching rows, in order.
        case keys
        /// The number of matching rows.
        case count
    }

    /// The parts that do not depend on values and unsaved rows.
    final class Form: @unchecked Sendable {
        // Unchecked, because a text is not Sendable if it has unsaved rows; this one has none.

        /// The text of the statement, without the values of the query's parameters.
        let text: SQLText
        /// The result column of each property; -1 for a property that is not selected.
        let columns: [Int32]
        /// The names of encrypted columns, by result column; empty if the statement has none.
        let encryptedNames: [String?]
        /// The statement that returns the unsaved rows, with the same parameters as the other one,
        /// which then returns the saved rows; nil if one statement returns all rows.
        let unsavedSQL: String?

        init(
            _ text: SQLText,
            selection: RowSelection?,
            unsavedSQL: String? = nil
        ) {
            self.text = text.withoutRows
            columns = selection?.positions ?? []
            encryptedNames = selection?.encryptedNames ?? []
            self.unsavedSQL = unsavedSQL
        }
    }

    let form: Form
    /// The unsaved rows that the statement reads; nil if it reads none.
    let rows: BoundRows?

    /// Returns the statement with the values of a query.
    func text(for query: FetchQuery) -> SQLText {
        var text = form.text
        text.bind(rows)
        text.bind(query)
        return text
    }

    /// Returns the statement for the unsaved rows with the values of a query; nil if the other one
    /// returns all rows.
    func unsavedText(for query: FetchQuery) -> SQLText? {
        form.unsavedSQL.map { text(for: query).replacingSQL(with: $0) }
    }
}

extension SQLiteDatabase {
    /// Runs the statement of a query and calls `body` for each row.
    func step(
        _ rendered: RenderedQuery,
        for query: FetchQuery,
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withExtendedLifetime(rendered) {
            try statement(rendered.form.text.sql)
                .forEachRow(binding: { try $0.bind(rendered, for: query) }, body)
        }
    }
}

extension SQLiteStatement {
    /// Binds the values of a query and unsaved rows, which must outlive the run.
    func bind(_ rendered: RenderedQuery, for query: FetchQuery) throws {
        let text = rendered.form.text
        for position in text.bindings.indices where text.bindings[position] != .null {
            try bind(text.bindings[position], at: Int32(position + 1))
        }
        for (position, parameter) in text.parameters {
            try bind(query.value(of: parameter), at: Int32(position + 1))
        }
        if let rows = rendered.rows { try bind(rows) }
    }
}
