// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteConnection {
    func keys(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [[_ColumnValue]]
    ) throws -> [Int64?] {
        let query = try db.statement(resources.tables[entity.index].find(properties))
        return try values.map { values in
            try query.first(binding: { try $0.bind(values) }) { $0.integer(0) }
        }
    }

    func contains(_ pair: PendingRows.Pair, in table: Int) throws -> Bool {
        let query = try db.statement(resources.joins[table].find)
        return try query.first(binding: { statement in
            try statement.bind(pair.left, at: 1)
            try statement.bind(pair.right, at: 2)
        }) { _ in true } ?? false
    }
}
