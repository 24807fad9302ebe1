// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Renders fetches as SQL for the tables of a store.
struct QueryRenderer {
    /// A statement that selects rows, with the key in result column 0.
    struct Rows {
        let text: SQLText
        /// The result column of each property; -1 for a property that the statement does not
        /// select.
        let columns: [Int32]
        /// The names of encrypted columns, by result column; empty if the statement has none.
        let encryptedNames: [String?]
        /// The tables of the statement, by alias.
        let sources: [String: QueryStatement.Source]
    }

    let layout: SchemaLayout
    /// The unsaved rows to merge into the results; nil to query only the store.
    let pending: PendingRows?

    init(layout: SchemaLayout, pending: PendingRows? = nil) {
        self.layout = layout
        self.pending = pending
    }

    /// Returns the statement that selects the keys and requested columns of the matching rows.
    func rows(_ query: FetchQuery) throws -> Rows {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        let table = layout.tables[query.entity.index]
        var columns = [Int32](repeating: -1, count: query.entity.properties.count)
        var selection: [SQLText] = [statement.root.key]
        var names: [String?] = [nil]
        // The class of a row determines the type of the model to create.
        let classProperty = query.entity.isHierarchy ? columns.count - 1 : -1
        for column in table.columns
        where query.properties?.contains(column.property) ?? true
            || column.property == classProperty
        {
            if columns[column.property] < 0 { columns[column.property] = Int32(selection.count) }
            selection.append(statement.root.column(column.name))
            if table.hasEncryptedColumns {
                names.append(column.policy.isEncrypted ? column.name : nil)
            }
        }
        return Rows(
            text: try statement.select(selection, query),
            columns: columns,
            encryptedNames: table.hasEncryptedColumns ? names : [],
            sources: statement.sources
        )
    }

    /// Returns the statement that selects the keys of the matching rows in order.
    func keys(_ query: FetchQuery) throws -> SQLText {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        return try statement.select([statement.root.key], query)
    }

    /// Returns the statement that selects the keys of the matching rows and the values of
    /// expressions.
    func values(of expressions: [QueryExpression], _ query: FetchQuery) throws -> SQLText {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        if let filter = query.filter { statement.setCondition(filter, of: statement.root, 0) }
        let values = expressions.map { statement.value($0) }
        return try statement.select([statement.root.key] + values, query)
    }

    /// Returns the statement that selects the keys and values of groups, and its tables by alias.
    func aggregate(_ query: AggregateQuery) throws
        -> (text: SQLText, sources: [String: QueryStatement.Source])
    {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.rows.entity)
        return (try statement.aggregate(query), statement.sources)
    }

    /// Returns the statement that selects pairs of owner and related key, in relationship order.
    ///
    /// - Returns: nil if the destination of the relationship is unknown.
    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> SQLText? {
        guard let destination = property.destination else { return nil }
        let statement = QueryStatement(layout: layout, pending: pending, root: destination)
        return try statement.related(to: owners, by: property, of: entity)
    }

    /// Returns the statement that selects the number of matching rows.
    func count(_ query: FetchQuery) throws -> SQLText {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        return try statement.count(query)
    }
}
