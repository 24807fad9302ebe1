// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteDatabase {
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
}

extension SQLiteStatement {
    /// Binds the values of a query and unsaved rows, which must outlive the run.
    func bind(_ rendered: RenderedQuery, for query: FetchQuery) throws {
        let text = rendered.form.text
        for position in text.bindings.indices where text.bindings[position] != .null {
            try bind(text.bindings[position], at: Int32(position + 1))
        }
        for (position, parameter) in text.parameters {
            try bind(query.value(of: parameter), at: Int32(position + 1))
        }
        if let rows = rendered.rows { try bind(rows) }
    }
}
