// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

extension SQLiteDatabase {
    /// Runs one or more statements without parameters and ignores their rows.
    func execute(_ script: String) throws { try check(sqlite3_exec(handle, script, nil, nil, nil)) }

    /// Runs a statement and ignores its rows.
    func run(_ sql: String, _ values: [_ColumnValue]) throws {
        try statement(sql).run { try $0.bind(values) }
    }

    /// Runs a query and calls `body` for each row.
    func step(
        _ sql: String,
        binding values: [_ColumnValue],
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try statement(sql).forEachRow(binding: { try $0.bind(values) }, body)
    }

    /// Returns the integer in the first column of a query's first row, or `nil` if it is NULL or
    /// the query has no row.
    func integer(_ sql: String, binding values: [_ColumnValue]) throws -> Int64? {
        try statement(sql).first(binding: { try $0.bind(values) }) { row in
            row.storageClass(0) == .null ? nil : row.integer(0)
        }
    }
}
