// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

extension SQLiteConnection {
    /// Verifies that no row of the open transaction refers to a row that does not exist.
    ///
    /// SQLite itself reports dangling references only at the commit, and without the row.
    ///
    /// - Throws: `StoreError` with the code `.constraint`, which names the first such row.
    /// - Complexity: O(1) if there is none, otherwise O(*n*) in the rows of the store.
    func checkReferences() throws {
        guard hasDanglingReferences else { return }
        try step("PRAGMA foreign_key_check", []) { row in
            guard let table = text(row, 0), let parent = text(row, 2) else { return }
            let key = sqlite3_column_int64(row, 1)
            let column = try column(ofForeignKey: sqlite3_column_int64(row, 3), in: table)
            throw StoreError(.constraint, try message(table, key, column, parent))
        }
    }

    /// Whether the open transaction currently violates a deferred foreign key constraint.
    private var hasDanglingReferences: Bool {
        var (count, highest) = (Int32(0), Int32(0))
        let code = sqlite3_db_status(
            db.sqliteConnection,
            SQLITE_DBSTATUS_DEFERRED_FKS,
            &count,
            &highest,
            0
        )
        return code == SQLITE_OK && count != 0
    }

    private func column(ofForeignKey number: Int64, in table: String) throws -> String {
        var column = "?"
        let list: SQLText = "PRAGMA foreign_key_list(\(identifier: table))"
        try step(list) { row in
            guard sqlite3_column_int64(row, 0) == number else { return }
            column = text(row, 3) ?? column
        }
        return column
    }

    /// Returns the error message for a dangling reference.
    private func message(
        _ table: String,
        _ key: Int64,
        _ column: String,
        _ parent: String
    ) throws -> String {
        var target = parent
        let value: SQLText = """
            SELECT \(identifier: column) FROM \(identifier: table) \
            WHERE \(identifier: TableLayout.key) = \(bind: key)
            """
        try step(value) { target = "\(parent) \(sqlite3_column_int64($0, 0))" }
        guard let join = layout.joinTables.first(where: { $0.name == table }) else {
            return "\(table) \(key): \(column) refers to \(target), which does not exist"
        }
        let owner = layout.tables[join.left.entity].entity
        return "\(owner.name).\(owner.properties[join.left.property].name): "
            + "a pair refers to \(target), which does not exist"
    }

    private func text(_ row: OpaquePointer, _ column: Int32) -> String? {
        sqlite3_column_text(row, column).map { String(cString: $0) }
    }
}
