// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteTransaction {
    func arrange(_ arrangement: Arrangement) throws {
        guard
            let column = resources.layout.orderColumn(
                of: arrangement.property,
                in: arrangement.entity
            )
        else { return }
        let sql = OrderSQL(column)
        if arrangement.isComplete {
            try arrangeAll(arrangement, sql: sql)
        } else {
            try placeLast(arrangement, sql: sql)
        }
    }

    /// Sets the positions of the models that are not in order.
    private func arrangeAll(_ arrangement: Arrangement, sql: OrderSQL) throws {
        var stored: [Int64: Int64?] = [:]
        var keys: [Int64] = []
        try database().statement(sql.positions).forEachRow(
            binding: { try $0.bind(arrangement.owner, at: 1) },
            { row in
                let isPlaced = row.storageClass(1) != .null
                stored.updateValue(isPlaced ? row.integer(1) : nil, forKey: row.integer(0))
                keys.append(row.integer(0))
            }
        )
        // Another context may have removed models that are in the array, or added others.
        let targets = arrangement.applied(to: keys)
        let positions = OrderPositions(targets.map { stored[$0] ?? nil })
        try set(
            positions.changes.map { (targets[$0.index], $0.position) },
            arrangement: arrangement,
            sql: sql
        )
    }

    /// Sets the positions of models after all others.
    private func placeLast(_ arrangement: Arrangement, sql: OrderSQL) throws {
        var last: Int64 = 0
        try database().statement(sql.last).forEachRow(
            binding: { try $0.bind(arrangement.owner, at: 1) },
            { row in last = row.integer(0) }
        )
        let positions = arrangement.targets.enumerated().map { offset, target in
            (target, last + OrderColumn.gap * Int64(offset + 1))
        }
        try set(positions, arrangement: arrangement, sql: sql)
    }

    private func set(
        _ positions: [(target: Int64, position: Int64)],
        arrangement: Arrangement,
        sql: OrderSQL
    ) throws {
        guard !positions.isEmpty else { return }
        let statement = try database().statement(sql.update)
        for (target, position) in positions {
            try statement.run { statement in
                try statement.bind(position, at: 1)
                try statement.bind(arrangement.owner, at: 2)
                try statement.bind(target, at: 3)
            }
        }
    }
}

/// The statements that read and set positions in an ordered relationship.
struct OrderSQL {
    /// Selects the related models of an owner with their positions, in order.
    let positions: String
    /// Selects the highest position of an owner; NULL if there is none.
    let last: String
    /// Sets the position of a model: position, owner, model.
    let update: String

    init(_ column: OrderColumn) {
        let (table, name) = (SQLText.quoted(column.table), SQLText.quoted(column.name))
        let (owner, target) = (SQLText.quoted(column.owner), SQLText.quoted(column.target))
        positions = """
            SELECT \(target), \(name) FROM \(table) WHERE \(owner) = ? ORDER BY \(name), \(target)
            """
        last = "SELECT max(\(name)) FROM \(table) WHERE \(owner) = ?"
        update = "UPDATE \(table) SET \(name) = ? WHERE \(owner) = ? AND \(target) = ?"
    }
}
