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
        guard case .all = query.scope, query.skippedCount == 0, tables.areOneTable,
            order.count == 1,
            order[0].value.sql == root.key.sql, order[0].suffix.isEmpty
        else { return (try tables.complete(text), nil) }
        let separated = try tables.separated(text)
        return (separated.saved, separated.unsaved)
    }

    /// Returns the complete statement for a fetch of expressions.
    func select(_ selection: [SQLText], for query: FetchQuery) throws -> SQLText {
        try tables.complete(
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
            guard tables.isShadowed, !selected.contains(term.value.sql) else {
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
        if limit.isEmpty, !tables.isShadowed {
            return try tables.complete("SELECT count(*) \(body)")
        }
        // SQLite distributes conditions over the parts of a shadowed table unless the query has an
        // aggregate. The limit prevents it from joining the two levels of the query again.
        let matches: SQLText = "SELECT 1 \(body)\(limit.isEmpty ? " LIMIT -1" : limit)"
        return try tables.complete("SELECT count(*) FROM (\(matches))")
    }

    /// Returns the statement for the number of pairs of a model in a join table, if all of them are
    /// counted: an index has them, without the rows of the related models.
    private func pairCount(_ query: FetchQuery) -> SQLText? {
        guard tables.pending == nil, query.limit == nil, query.offset == nil,
            query.classNames == nil,
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
            let keys = SQLText.keysTable("\(parameter: .keys)")
            from = "\(keys) CROSS JOIN \(from) ON \(root.key) = \"keys\".value"
        case .related(_, let property, let entity):
            let related = self.related(by: property, of: entity)
            from = related.from ?? from
            conditions.append(related.condition)
            ownOrder = related.order
        case .referring(let keys, let property):
            conditions.append(.isOne(of: keys, column: root.column(property.name)))
            // The plus sign keeps SQLite from reading the whole table in order.
            ownOrder = ["+\(root.key)"]
        }
        if let names = query.classNames {
            conditions.append(.isClass(names, column: root.column(TableLayout.className)))
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
        guard tables.pending != nil, parts.count > Self.visibleConditions else {
            return [condition(filter, nullIsFalse: true)]
        }
        let conditions = parts.map { condition($0, nullIsFalse: true) }
        guard tables.isShadowed else { return [.balanced(conditions[...], by: " AND ")] }
        let hidden = SQLText.balanced(conditions[Self.visibleConditions...], by: " AND ")
        return conditions[..<Self.visibleConditions] + ["+\(hidden)"]
    }

    /// The number of conditions by which virtual tables can find rows; less than 16, because joins
    /// and classes are conditions, too.
    private static let visibleConditions = 8

    private func limit(_ query: FetchQuery) -> SQLText {
        guard query.limit != nil || query.skippedCount > 0 else { return "" }
        let limit: SQLText = " LIMIT \(parameter: .limit)"
        return query.skippedCount == 0 ? limit : "\(limit) OFFSET \(parameter: .offset)"
    }

    /// Returns the sort keys, with the primary key last for a deterministic order of equal rows.
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
        // An index with further columns would not satisfy an order that continues.
        if isUnique(last) { return terms }
        // In the direction of the last level, so that one index can satisfy the whole order.
        return terms + [OrderTerm(value: root.key, suffix: last.isReverse ? " DESC" : "")]
    }

    /// Returns whether no two rows have equal values of a sort key.
    ///
    /// Unsaved rows can have a value that a saved row has, too.
    private func isUnique(_ key: QueryOrder) -> Bool {
        guard !tables.isShadowed,
            case .attribute(let path, let index, _, let type) = key.expression,
            path.steps.isEmpty, !path.entity.isHierarchy, !type.isOptional, type.kind != .text
        else { return false }
        return path.entity.uniqueConstraints.contains([index])
    }
}
