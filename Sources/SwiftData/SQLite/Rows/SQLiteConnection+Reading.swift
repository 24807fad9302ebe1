// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDBSQLite

extension SQLiteConnection: StoreReading {
    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, borrowing _RowDecoder) throws -> Void
    ) throws {
        let rendered = try QueryRenderer(layout: layout, pending: pending).rows(query)
        let (sql, bindings) = (rendered.text.sql, rendered.text.bindings)
        try bound(try resources.statement(sql, in: db), bindings) { statement in
            let row = _RowDecoder(
                StatementRow(statement, files: resources.files),
                columns: rendered.columns,
                of: query.entity,
                isLenient: query.isLenient
            )
            try forEachRow(of: statement, sql) {
                try body(sqlite3_column_int64(statement, 0), row)
            }
        }
    }

    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int {
        let text = try QueryRenderer(layout: layout, pending: pending).count(query)
        var count = 0
        try step(text) { count = Int(sqlite3_column_int64($0, 0)) }
        return count
    }

    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64] {
        let text = try QueryRenderer(layout: layout, pending: pending).keys(query)
        var keys: [Int64] = []
        try step(text) { keys.append(sqlite3_column_int64($0, 0)) }
        return keys
    }

    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys] {
        let renderer = QueryRenderer(layout: layout, pending: pending)
        guard let text = try renderer.related(to: owners, by: property, of: entity) else {
            return []
        }
        var pairs: [RelatedKeys] = []
        try step(text) { row in
            pairs.append(
                RelatedKeys(
                    owner: sqlite3_column_int64(row, 0),
                    target: sqlite3_column_int64(row, 1)
                )
            )
        }
        return pairs
    }
}

extension SQLiteConnection {
    /// Returns the names of the external files that rows refer to.
    func externalNames(in tables: [TableLayout]) throws -> Set<String> {
        var names: Set<String> = []
        for table in tables {
            for column in table.columns where column.policy.isExternal {
                let text: SQLText = """
                    SELECT \(identifier: column.name) FROM \(identifier: table.name) \
                    WHERE typeof(\(identifier: column.name)) = 'text'
                    """
                try step(text) { row in
                    guard let name = sqlite3_column_text(row, 0) else { return }
                    names.insert(String(cString: name))
                }
            }
        }
        return names
    }
}
