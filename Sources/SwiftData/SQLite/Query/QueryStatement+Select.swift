// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryStatement {
    /// Returns the complete statement for a fetch of columns; for saved and unsaved rows in the
    /// order of their keys, a statement for each.
    ///
    /// SQLite would merge the two in order, too, but only after sorting the unsaved rows in a
    /// temporary table (decision 0079).
    func select(
        _ selection: RowSelection,
        for query: FetchQuery
    ) throws -> (text: SQLText, unsaved: SQLText?) {
        let (text, order) = select(
            SQLText(raw: selection.list),
            selected: selection.columns,
            for: query
        )
        guard case .all = query.scope, query.skippedCount == 0, readsOneTable, order.count == 1,
            order[0].value.sql == root.key.sql, order[0].suffix.isEmpty
        else { return (try withPending(text), nil) }
        let separated = try separated(text)
        return (separated.saved, separated.unsaved)
    }

    /// Returns the complete statement for a fetch of expressions.
    func select(_ selection: [SQLText], for query: FetchQuery) throws -> SQLText {
        try withPending(
            select(selection.joined(separator: ", "), selected: selection.map(\.sql), for: query)
                .text
        )
    }

    private func select(
        _ list: SQLText,
        selected: [String],
        for query: FetchQuery
    ) -> (text: SQLText, order: [OrderTerm]) {
        let body = self.body(query, isOrdered: true)
        var list = list
        var order: [SQLText] = []
        for term in body.order {
            // SQLite merges the parts of a shadowed table in order if it selects the terms.
            guard isShadowed, !selected.contains(term.value.sql) else {
                order.append(term.value + term.suffix)
                continue
            }
            let name: SQLText = .identifier("_o\(order.count)")
            list += ", \(term.value) AS \(name)"
            order.append(name + term.suffix)
        }
        var text: SQLText = "SELECT \(list) \(body.text)"
        if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
        return (text + limit(query), body.order)
    }

    /// Returns the complete statement for the number of rows of a fetch.
    func count(_ query: FetchQuery) throws -> SQLText {
        if let pairs = pairCount(query) { return pairs }
        let body = self.body(query, isOrdered: false).text
        let limit = limit(query)
        if limit.isEmpty, !isShadowed { return try withPending("SELECT count(*) \(body)") }
        // SQLite distributes conditions over the parts of a shadowed table unless the query has an
        // aggregate. The limit prevents it from joining the two levels of the query again.
        let matches: SQLText = "SELECT 1 \(body)\(limit.isEmpty ? " LIMIT -1" : limit)"
        return try withPending("SELECT count(*) FROM (\(matches))")
    }

    /// Returns the statement for the number of pairs of a model in a join table, if all of them are
    /// counted: an index has them, without the rows of the related models.
    private func pairCount(_ query: FetchQuery) -> SQLText? {
        guard pending == nil, query.limit == nil, query.offset == nil, query.classNames == nil,
            query.filter?.isTrue != false,
            case .related(_, let property, let entity) = query.scope,
            case .joinTable(let index, let isLeft) = layout.tables[entity.index]
                .places[property.index]
        else { return nil }
        let join = layout.joinTables[index]
        return """
            SELECT count(*) FROM \(identifier: join.name) \
            WHERE \(identifier: isLeft ? join.leftColumn : join.rightColumn) = \(parameter: .key)
            """
    }

    /// A sort key: a value with its collation and direction.
    struct OrderTerm {
        let value: SQLText
        let suffix: SQLText
    }

    /// Returns the tables and conditions of a fetch, and its sort keys.
    func body(
        _ query: FetchQuery,
        isOrdered: Bool
    ) -> (text: SQLText, order: [OrderTerm]) {
        var conditions: [SQLText] = []
        var from: SQLText = "\(identifier: root.table) AS \(identifier: root.alias)"
        var ownOrder: [SQLText] = []
        switch query.scope {
        case .all where query.order.isEmpty:
            // The order of insertion, also if SQLite finds the rows by an index. The plus sign
            // keeps it from reading the whole table in order, except for the first few rows.
            let isFiltered = query.filter != nil || query.classNames != nil
            ownOrder = [isFiltered && query.limit == nil ? "+\(root.key)" : root.key]
        case .all: break
        case .keys(let keys) where keys.count == 1:
            conditions.append("\(root.key) = \(parameter: .key)")
        case .keys:
            let keys = Self.keysTable("\(parameter: .keys)")
            from = "\(keys) CROSS JOIN \(from) ON \(root.key) = \"keys\".value"
        case .related(_, let property, let entity):
            let related = self.related(by: property, of: entity)
            from = related.from ?? from
            conditions.append(related.condition)
            ownOrder = related.order
        case .referring(let keys, let property):
            conditions.append(isOne(of: keys, column: root.column(property.name)))
            // The plus sign keeps SQLite from reading the whole table in order.
            ownOrder = ["+\(root.key)"]
        }
        if let names = query.classNames {
            conditions.append(isClass(names, column: root.column(TableLayout.className)))
        }
        if let filter = query.filter, !filter.isTrue {
            setCondition(filter, of: root, variable: 0)
            conditions += self.conditions(of: filter)
        }
        let order = isOrdered ? self.order(query.order, tieBreak: ownOrder) : []
        var text: SQLText = "FROM \(from)\(root.joins)"
        if !conditions.isEmpty {
            text += " WHERE \(conditions.joined(separator: " AND "))"
        }
        return (text, order)
    }

    /// Returns the conditions that together are a filter.
    ///
    /// A virtual table must test the argument with its rows itself, which SQLite permits only for
    /// the first 16 conditions of a table. The argument comes last, so that conditions which are
    /// not needed to find rows are hidden from the virtual table.
    func conditions(of filter: QueryExpression) -> [SQLText] {
        let parts = filter.conjuncts
        guard pending != nil, parts.count > Self.visibleConditions else {
            return [condition(filter, nullIsFalse: true)]
        }
        let conditions = parts.map { condition($0, nullIsFalse: true) }
        guard isShadowed else { return [balanced(conditions[...], by: " AND ")] }
        let hidden = balanced(conditions[Self.visibleConditions...], by: " AND ")
        return conditions[..<Self.visibleConditions] + ["+\(hidden)"]
    }

    /// The number of conditions by which virtual tables can find rows; less than 16, because joins
    /// and classes are conditions, too.
    private static let visibleConditions = 8

    /// Returns the test whether a row has one of the given classes.
    func isClass(_ names: [String], column: SQLText) -> SQLText {
        let list = names.map { SQLText("\(bind: .text($0))") }.joined(separator: ", ")
        // With the collation of the index.
        return "\(column)\(_ColumnType.Kind.text.collation) IN (\(list))"
    }

    private func limit(_ query: FetchQuery) -> SQLText {
        guard query.limit != nil || query.skippedCount > 0 else { return "" }
        let limit: SQLText = " LIMIT \(parameter: .limit)"
        return query.skippedCount == 0 ? limit : "\(limit) OFFSET \(parameter: .offset)"
    }

    func limit(_ count: Int?, skipped: Int?) -> SQLText {
        let offset = max(skipped ?? 0, 0)
        guard count != nil || offset > 0 else { return "" }
        let limit = count.map { max($0, 0) } ?? -1
        return offset == 0
            ? " LIMIT \(bind: Int64(limit))"
            : " LIMIT \(bind: Int64(limit)) OFFSET \(bind: Int64(offset))"
    }

    /// Returns the test whether a foreign key is one of some keys.
    ///
    /// A condition, not a join as in `rows(_:with:in:)`: the rows are needed in the order of their
    /// own keys, and no filter competes with the index of the foreign key.
    private func isOne(of keys: KeyCondition, column: SQLText) -> SQLText {
        let first: SQLText = "\(parameter: .foreignKey(0))"
        return switch keys {
        case .range: "\(column) BETWEEN \(first) AND \(parameter: .foreignKey(1))"
        case .list: "\(column) IN (SELECT value FROM json_each(\(first)))"
        }
    }

    /// Returns distinct keys as the outer table of a join.
    ///
    /// With a condition instead, SQLite would prefer to scan an index that matches the filter, even
    /// if that index has far more rows.
    private static func keysTable(_ keys: SQLText) -> SQLText {
        "json_each(\(keys)) AS \"keys\""
    }

    private func related(
        by property: PropertyDescription,
        of entity: EntityDescription
    ) -> (from: SQLText?, condition: SQLText, order: [SQLText]) {
        let source = layout.tables[entity.index]
        switch source.places[property.index] {
        case .ownColumn:
            use(entity)
            return (
                nil,
                """
                \(root.key) = (SELECT \(identifier: property.name) FROM \(identifier: source.name) \
                WHERE \(identifier: TableLayout.key) = \(parameter: .key))
                """,
                [root.key]
            )
        case .joinTable(let index, let isLeft):
            let join = layout.joinTables[index]
            let isShadowed = useJoin(index)
            let near = isLeft ? join.leftColumn : join.rightColumn
            let far = isLeft ? join.rightColumn : join.leftColumn
            return (
                """
                \(identifier: join.name) AS "pair" CROSS JOIN \(identifier: root.table) \
                AS \(identifier: root.alias) ON \(root.key) = "pair".\(identifier: far)
                """,
                "\"pair\".\(identifier: near) = \(parameter: .key)",
                position(by: property, of: entity, at: "pair", isShadowed: isShadowed)
            )
        case .inverseColumn, nil:
            let name = property.inverseProperty?.name ?? TableLayout.key
            let isShadowed = property.destination.map { use($0) } ?? false
            return (
                nil, "\(root.column(name)) = \(parameter: .key)",
                position(by: property, of: entity, at: root.alias, isShadowed: isShadowed)
            )
        }
    }

    /// Returns the sort keys of related rows, given the alias of the table with their order.
    ///
    /// Unsaved rows have no position. They are merged only into queries for which the order does
    /// not matter, and into the empty tables for the rows of a custom store.
    private func position(
        by property: PropertyDescription,
        of entity: EntityDescription,
        at alias: String,
        isShadowed: Bool
    ) -> [SQLText] {
        let key = QueryStatement.column(TableLayout.key, of: alias)
        guard !isShadowed, let column = layout.orderColumn(of: property, in: entity) else {
            return [key]
        }
        return [QueryStatement.column(column.name, of: alias), key]
    }

    /// Returns the complete statement for the keys of the related rows of several owners.
    ///
    /// The columns are the owner, the related row, and the key by which the caller sorts the rows
    /// unless the statement does: sorting in SQLite needs a temporary table.
    func related(
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> (text: SQLText, isSorted: Bool) {
        let target: SQLText = "\(identifier: root.table) AS \(identifier: root.alias)"
        let (list, from, order): (SQLText, SQLText, [SQLText])
        if case .joinTable(let index, let isLeft)? =
            layout.tables[entity.index].places[property.index]
        {
            let join = layout.joinTables[index]
            let isShadowed = useJoin(index)
            order = position(by: property, of: entity, at: "pair", isShadowed: isShadowed)
            let near = QueryStatement.column(
                isLeft ? join.leftColumn : join.rightColumn,
                of: "pair"
            )
            let far = QueryStatement.column(isLeft ? join.rightColumn : join.leftColumn, of: "pair")
            list = "\(near), \(far)"
            // The saved pairs refer to existing rows.
            let existing: SQLText =
                pending == nil ? SQLText() : " CROSS JOIN \(target) ON \(root.key) = \(far)"
            from = rows("\(identifier: join.name) AS \"pair\"", with: near, in: owners) + existing
        } else {
            let owner = root.column(property.inverseProperty?.name ?? TableLayout.key)
            let isShadowed = property.destination.map { use($0) } ?? false
            order = position(by: property, of: entity, at: root.alias, isShadowed: isShadowed)
            list = "\(owner), \(root.key)"
            from = rows(target, with: owner, in: owners)
        }
        let isSorted = order.count > 1
        let suffix: SQLText = isSorted ? " ORDER BY \(order.joined(separator: ", "))" : SQLText()
        let key = order.last ?? root.key
        return (try withPending("SELECT \(list), \(key) FROM \(from)\(suffix)"), isSorted)
    }

    /// Returns the complete statement for the owners of related rows and the values of a column in
    /// these rows; nil for a relationship without a join table.
    func relatedValues(
        of column: String,
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> SQLText? {
        guard
            case .joinTable(let index, let isLeft)? =
                layout.tables[entity.index].places[property.index]
        else { return nil }
        let join = layout.joinTables[index]
        useJoin(index)
        let near = QueryStatement.column(isLeft ? join.leftColumn : join.rightColumn, of: "pair")
        let far = QueryStatement.column(isLeft ? join.rightColumn : join.leftColumn, of: "pair")
        let pairs = rows("\(identifier: join.name) AS \"pair\"", with: near, in: owners)
        return try withPending(
            """
            SELECT \(near), \(root.column(column)) FROM \(pairs) \
            CROSS JOIN \(identifier: root.table) AS \(identifier: root.alias) \
            ON \(root.key) = \(far)
            """
        )
    }

    /// Returns the rows of a table in which a column has one of some keys, as the end of a `FROM`
    /// clause.
    private func rows(
        _ table: SQLText,
        with column: SQLText,
        in keys: KeyCondition
    ) -> SQLText {
        let values = keys.values
        switch keys {
        case .range:
            return "\(table) WHERE \(column) BETWEEN \(bind: values[0]) AND \(bind: values[1])"
        case .list:
            let keys = Self.keysTable("\(bind: values[0])")
            return "\(keys) CROSS JOIN \(table) ON \(column) = \"keys\".value"
        }
    }

    /// Returns the sort keys, with the key last for a deterministic order of equal rows.
    private func order(_ order: [QueryOrder], tieBreak: [SQLText]) -> [OrderTerm] {
        let ownTerms = tieBreak.map { OrderTerm(value: $0, suffix: "") }
        guard let last = order.last else { return ownTerms }
        var terms: [OrderTerm] = []
        for level in order {
            let direction: SQLText = level.isReverse ? " DESC" : ""
            let value = self.value(level.expression)
            switch level.expression.type.kind {
            case .unsigned64:
                terms.append(OrderTerm(value: "(\(value) < 0)", suffix: direction))
                terms.append(OrderTerm(value: value, suffix: direction))
            case .text where level.textRule == .localizedStandard:
                let collation = SQLText(raw: SQLFunctions.localizedStandardCollation)
                terms.append(OrderTerm(value: value, suffix: " COLLATE \(collation)\(direction)"))
            case let kind:
                terms.append(OrderTerm(value: value, suffix: kind.collation + direction))
            }
        }
        guard tieBreak.isEmpty else { return terms + ownTerms }
        // In the direction of the last level, so that one index can satisfy the whole order.
        return terms + [OrderTerm(value: root.key, suffix: last.isReverse ? " DESC" : "")]
    }
}
