// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryStatement {
    /// Returns the rows of the relationship that a fetch is scoped to, with the condition and the
    /// sort keys.
    func related(
        by property: PropertyDescription,
        of entity: EntityDescription
    ) -> (from: SQLText?, condition: SQLText, order: [SQLText]) {
        let source = layout.tables[entity.index]
        switch source.places[property.index] {
        case .ownColumn:
            tables.use(entity)
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
            let isShadowed = tables.useJoin(index)
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
            let isShadowed = property.destination.map { tables.use($0) } ?? false
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
        let key = SQLText.column(TableLayout.key, of: alias)
        guard !isShadowed, let column = layout.orderColumn(of: property, in: entity) else {
            return [key]
        }
        return [SQLText.column(column.name, of: alias), key]
    }

    /// Returns the complete statement for the keys of the related rows of several owners.
    ///
    /// The columns are the owner, the related row, and the key by which the caller sorts the rows
    /// unless the statement does (decision 0088).
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
            let isShadowed = tables.useJoin(index)
            order = position(by: property, of: entity, at: "pair", isShadowed: isShadowed)
            let near = SQLText.column(isLeft ? join.leftColumn : join.rightColumn, of: "pair")
            let far = SQLText.column(isLeft ? join.rightColumn : join.leftColumn, of: "pair")
            list = "\(near), \(far)"
            // The saved pairs refer to existing rows.
            let existing: SQLText =
                tables.pending == nil ? SQLText() : " CROSS JOIN \(target) ON \(root.key) = \(far)"
            from = .rows("\(identifier: join.name) AS \"pair\"", with: near, in: owners) + existing
        } else {
            let owner = root.column(property.inverseProperty?.name ?? TableLayout.key)
            let isShadowed = property.destination.map { tables.use($0) } ?? false
            order = position(by: property, of: entity, at: root.alias, isShadowed: isShadowed)
            list = "\(owner), \(root.key)"
            from = .rows(target, with: owner, in: owners)
        }
        let isSorted = order.count > 1
        let suffix: SQLText = isSorted ? " ORDER BY \(order.joined(separator: ", "))" : SQLText()
        let key = order.last ?? root.key
        return (try tables.complete("SELECT \(list), \(key) FROM \(from)\(suffix)"), isSorted)
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
        tables.useJoin(index)
        let near = SQLText.column(isLeft ? join.leftColumn : join.rightColumn, of: "pair")
        let far = SQLText.column(isLeft ? join.rightColumn : join.leftColumn, of: "pair")
        let pairs = SQLText.rows("\(identifier: join.name) AS \"pair\"", with: near, in: owners)
        return try tables.complete(
            """
            SELECT \(near), \(root.column(column)) FROM \(pairs) \
            CROSS JOIN \(identifier: root.table) AS \(identifier: root.alias) \
            ON \(root.key) = \(far)
            """
        )
    }
}
