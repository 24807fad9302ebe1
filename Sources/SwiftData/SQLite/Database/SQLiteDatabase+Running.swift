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

    /// Runs a statement and ignores its rows.
    func run(_ text: SQLText) throws { try run(text.sql, text.bindings) }

    /// Runs a query and calls `body` for each row.
    func step(
        _ sql: String,
        binding values: [_ColumnValue],
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try statement(sql).forEachRow(binding: { try $0.bind(values) }, body)
    }

    /// Runs a query and calls `body` for each row.
    func step(_ text: SQLText, _ body: (SQLiteStatement) throws -> Void) throws {
        try withExtendedLifetime(text) {
            try statement(text.sql).forEachRow(binding: { try $0.bind(text) }, body)
        }
    }

    /// Runs the statement of a query and calls `body` for each row.
    func step(
        _ rendered: RenderedQuery,
        for query: FetchQuery,
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withExtendedLifetime(rendered) {
            try statement(rendered.form.text.sql)
                .forEachRow(binding: { try $0.bind(rendered, for: query) }, body)
        }
    }

    /// Returns the integer in the first column of a query's first row; nil if it is NULL or there
    /// is no row.
    func integer(_ text: SQLText) throws -> Int64? {
        try statement(text.sql).first(binding: { try $0.bind(text.bindings) }) { row in
            row.storageClass(0) == .null ? nil : row.integer(0)
        }
    }

    /// Returns the text in the first column of a query's first row; nil if it is NULL or there is
    /// no row.
    func text(_ text: SQLText) throws -> String? {
        try statement(text.sql).first(binding: { try $0.bind(text.bindings) }) { $0.text(0) }
    }

    /// Returns whether the database contains a table.
    func contains(table name: String) throws -> Bool {
        let tables: SQLText = """
            SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(bind: .text(name))
            """
        return try integer(tables) != nil
    }
}
