// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The columns of a table that must have a value, in all rows or in the rows of a subclass.
///
/// SQLite checks only columns that all rows require: a column of a subclass is `NULL` in the rows
/// of other classes.
struct RequiredColumns {
    struct Column {
        let name: String
        /// The condition of the rows without the value that they require.
        let isMissing: String
        /// Whether SQLite checks the rows, because all of them require a value.
        let isChecked: Bool
    }

    let columns: [Column]

    /// Determines the columns of a table with the classes of an entity.
    init(of table: TableLayout, entity: SchemaSnapshot.Entity) {
        columns = table.columns.compactMap { column in
            guard !column.type.isOptional else { return nil }
            var isMissing = "\(SQLText.quoted(column.name)) IS NULL"
            if let subclass = table.entity.properties[column.property].subclass {
                let names = entity.classNames(in: subclass).map(SQLText.literal)
                isMissing +=
                    " AND \(SQLText.quoted(TableLayout.className)) IN "
                    + "(\(names.joined(separator: ", ")))"
            }
            return Column(
                name: column.name,
                isMissing: isMissing,
                isChecked: !column.isNullable
            )
        }
    }

    /// Throws an error if a row of a new table lacks a value that SQLite does not check.
    func check(rowsOf table: String, in db: SQLiteDatabase) throws {
        let unchecked = columns.filter { !$0.isChecked }
        guard !unchecked.isEmpty else { return }
        let counts = unchecked.map { "sum(\($0.isMissing))" }.joined(separator: ", ")
        var missing: String?
        try db.step("SELECT \(counts) FROM \(SQLText.quoted(table))", binding: []) { row in
            for (position, column) in unchecked.enumerated()
            where row.integer(Int32(position)) > 0 && missing == nil {
                missing = "\(column.name) in \(row.integer(Int32(position))) of them"
            }
        }
        guard let missing else { return }
        throw Self.error(table, reason: missing)
    }

    /// Returns the error for rows without a value.
    static func error(_ table: String, reason: String) -> SwiftDataError {
        SwiftDataError.loadIssue(
            "a required property has no value in some rows of \(table): \(reason)"
        )
    }
}
