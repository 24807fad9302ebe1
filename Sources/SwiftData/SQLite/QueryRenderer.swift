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

    /// The keys of several owners and of what a relationship relates to each, in its order; nil when
    /// nobody knows what it leads to.
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

extension QueryStatement {
    /// The whole statement for a fetch.
    func select(
        _ selection: SQLText,
        _ query: FetchQuery,
        isOrdered: Bool,
        withPending: Bool = true
    ) throws -> SQLText {
        var conditions: [SQLText] = []
        var from: SQLText = "\(identifier: root.table) AS \(identifier: root.alias)"
        var ownOrder: [SQLText] = []
        switch query.scope {
        case .all: break
        case .keys(let keys) where keys.count == 1:
            conditions.append("\(root.key) = \(bind: keys[0])")
        case .keys(let keys):
            from = "\(among(keys)) CROSS JOIN \(from) ON \(root.key) = \"keys\".value"
        case .related(let key, let property, let entity):
            let related = self.related(to: key, by: property, of: entity)
            from = related.from ?? from
            conditions.append(related.condition)
            ownOrder = [related.order]
        }
        if let filter = query.filter, !filter.isTrue {
            conditions.append(condition(filter, nullIsFalse: true))
        }
        let order = isOrdered ? self.order(query.order, tieBreak: ownOrder) : []

        var text: SQLText = "SELECT \(selection) FROM \(from)\(root.joins)"
        if !conditions.isEmpty {
            text += " WHERE \(conditions.joined(separator: " AND "))"
        }
        if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
        text += limit(query)
        return withPending ? try self.withPending(text) : text
    }

    private func limit(_ query: FetchQuery) -> SQLText {
        let offset = max(query.offset ?? 0, 0)
        guard query.limit != nil || offset > 0 else { return "" }
        let limit = query.limit.map { max($0, 0) } ?? -1
        return offset == 0
            ? " LIMIT \(bind: Int64(limit))"
            : " LIMIT \(bind: Int64(limit)) OFFSET \(bind: Int64(offset))"
    }

    /// The keys as a table to begin with.
    ///
    /// With a condition, SQLite would rather walk an index that the filter can use, however many more
    /// rows that has.
    private func among(_ keys: [Int64]) -> SQLText {
        "(SELECT DISTINCT value FROM json_each(\(bind: JSONArray.text(of: keys)))) AS \"keys\""
    }

    private func related(
        to key: Int64,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) -> (from: SQLText?, condition: SQLText, order: SQLText) {
        let source = layout.tables[entity.index]
        switch source.places[property.index] {
        case .ownColumn:
            use(entity)
            return (
                nil,
                """
                \(root.key) = (SELECT \(identifier: property.name) FROM \(identifier: source.name) \
                WHERE \(identifier: TableLayout.key) = \(bind: key))
                """,
                root.key
            )
        case .joinTable(let index, let isLeft):
            let join = layout.joinTables[index]
            useJoin(index)
            let near = isLeft ? join.leftColumn : join.rightColumn
            let far = isLeft ? join.rightColumn : join.leftColumn
            return (
                """
                \(identifier: join.name) AS "pair" CROSS JOIN \(identifier: root.table) \
                AS \(identifier: root.alias) ON \(root.key) = "pair".\(identifier: far)
                """,
                "\"pair\".\(identifier: near) = \(bind: key)",
                "\"pair\".\(identifier: TableLayout.key)"
            )
        case .inverseColumn, nil:
            let name = property.inverseProperty?.name ?? TableLayout.key
            return (nil, "\(root.column(name)) = \(bind: key)", root.key)
        }
    }

    /// The whole statement for what a relationship relates to several owners.
    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> SQLText {
        let target: SQLText = "\(identifier: root.table) AS \(identifier: root.alias)"
        guard
            case .joinTable(let index, let isLeft)? =
                layout.tables[entity.index].places[property.index]
        else {
            let owner = root.column(property.inverseProperty?.name ?? TableLayout.key)
            return try withPending(
                """
                SELECT \(owner), \(root.key) FROM \(among(owners)) \
                CROSS JOIN \(target) ON \(owner) = "keys".value ORDER BY \(root.key)
                """
            )
        }
        let join = layout.joinTables[index]
        useJoin(index)
        let near = QueryStatement.column(isLeft ? join.leftColumn : join.rightColumn, of: "pair")
        let far = QueryStatement.column(isLeft ? join.rightColumn : join.leftColumn, of: "pair")
        return try withPending(
            """
            SELECT \(near), \(far) FROM \(among(owners)) \
            CROSS JOIN \(identifier: join.name) AS "pair" ON \(near) = "keys".value \
            CROSS JOIN \(target) ON \(root.key) = \(far) \
            ORDER BY \(QueryStatement.column(TableLayout.key, of: "pair"))
            """
        )
    }

    /// The terms of the order, with the key last so that equal rows always come in the same order.
    private func order(_ order: [QueryOrder], tieBreak: [SQLText]) -> [SQLText] {
        guard let last = order.last else { return tieBreak }
        var terms: [SQLText] = []
        for level in order {
            let direction: SQLText = level.isReverse ? " DESC" : ""
            let value = self.value(level.expression)
            switch level.expression.type.kind {
            case .unsigned64: terms += ["(\(value) < 0)\(direction)", "\(value)\(direction)"]
            case .text where level.textRule == .localizedStandard:
                terms.append(
                    "\(value) COLLATE \(SQLText(raw: SQLFunctions.localizedStandardCollation))\(direction)"
                )
            case let kind: terms.append("\(value)\(kind.collation)\(direction)")
            }
        }
        // In the direction of the last level, so that one index can give the whole order.
        return terms
            + (tieBreak.isEmpty ? ["\(root.key)\(last.isReverse ? " DESC" : "")"] : tieBreak)
    }
}

extension _ColumnType.Kind {
    /// How to compare two values that are stored as text.
    var collation: SQLText {
        switch self {
        case .text: " COLLATE \(SQLText(raw: SQLFunctions.stringCollation))"
        case .decimal: " COLLATE \(SQLText(raw: SQLFunctions.decimalCollation))"
        // Said aloud, because a collation inside of an operand would reach out to this comparison.
        case .uuid, .url, .json: " COLLATE BINARY"
        case .bool, .integer, .unsigned64, .float, .double, .date, .data: ""
        }
    }
}
