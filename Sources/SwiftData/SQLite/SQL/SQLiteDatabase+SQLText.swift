// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteDatabase {
    /// Runs a statement and ignores its rows.
    func run(_ text: SQLText) throws { try run(text.sql, text.bindings) }

    /// Runs a query and calls `body` for each row.
    func step(_ text: SQLText, _ body: (SQLiteStatement) throws -> Void) throws {
        try withExtendedLifetime(text) {
            try statement(text.sql).forEachRow(binding: { try $0.bind(text) }, body)
        }
    }

    /// Returns the integer in the first column of a query's first row, or `nil` if it is NULL or
    /// the query has no row.
    func integer(_ text: SQLText) throws -> Int64? {
        try integer(text.sql, binding: text.bindings)
    }

    /// Returns the text in the first column of a query's first row, or `nil` if it is NULL or the
    /// query has no row.
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

extension SQLiteStatement {
    /// Binds the values and the unsaved rows of a text, which must outlive the run.
    func bind(_ text: SQLText) throws {
        try bind(text.bindings)
        if let rows = text.rows { try bind(rows) }
    }

    /// Binds unsaved rows, which must outlive the run, to the first parameter.
    func bind(_ rows: BoundRows) throws {
        try bind(rows, type: BoundRows.pointerType, at: 1)
    }
}
