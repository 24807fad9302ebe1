// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The current row of a statement.
///
/// The object is valid while the statement runs; it is reused for every row.
final class StatementRow: FieldRow {
    private let statement: SQLiteStatement
    let files: ExternalFiles?

    init(_ statement: SQLiteStatement, files: ExternalFiles?) {
        self.statement = statement
        self.files = files
    }

    func field(_ column: Int32) -> SQLiteField { statement.field(column) }
}
