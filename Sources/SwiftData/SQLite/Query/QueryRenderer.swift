// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Turns a fetch into SQL for the tables of a store.
struct QueryRenderer {
    /// A statement whose result column 0 is the key.
    struct Rows {
        let text: SQLText
        /// The result column of each property; -1 for one that the statement doesn't give.
        let columns: [Int32]
    }

    let layout: SchemaLayout
    /// Unsaved rows to lay over the store's; nil to see the store alone.
    let pending: PendingRows?

    init(layout: SchemaLayout, pending: PendingRows? = nil) {
        self.layout = layout
        self.pending = pending
    }

    /// The keys and wanted columns of the matching rows, in order.
    func rows(_ query: FetchQuery) throws -> Rows {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        let table = layout.tables[query.entity.index]
        var columns = [Int32](repeating: -1, count: query.entity.properties.count)
        var selection: [SQLText] = [statement.root.key]
        for column in table.columns where query.properties?.contains(column.property) ?? true {
            if columns[column.property] < 0 { columns[column.property] = Int32(selection.count) }
            selection.append(statement.root.column(column.name))
        }
        return Rows(
            text: try statement.select(selection.joined(separator: ", "), query, isOrdered: true),
            columns: columns
        )
    }

    /// The keys of the matching rows, in order.
    func keys(_ query: FetchQuery) throws -> SQLText {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        return try statement.select(statement.root.key, query, isOrdered: true)
    }

    /// The keys of several owners and of what a relationship relates to each, in its order; nil
    /// when nobody knows what it leads to.
    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> SQLText? {
        guard let destination = property.destination else { return nil }
        let statement = QueryStatement(layout: layout, pending: pending, root: destination)
        return try statement.related(to: owners, by: property, of: entity)
    }

    /// How many rows match, in one row with one column.
    func count(_ query: FetchQuery) throws -> SQLText {
        let statement = QueryStatement(layout: layout, pending: pending, root: query.entity)
        if query.limit == nil, query.offset ?? 0 == 0 {
            return try statement.select("count(*)", query, isOrdered: false)
        }
        let matches = try statement.select("1", query, isOrdered: false, withPending: false)
        return try statement.withPending("SELECT count(*) FROM (\(matches))")
    }
}
