// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteConnection {
    /// Verifies that no row of the open transaction refers to a row that does not exist.
    ///
    /// SQLite itself reports dangling references only at the commit, and without the row.
    ///
    /// - Throws: `StoreError` with the code `.constraint`, which names the first such row.
    /// - Complexity: O(1) if there is none, otherwise O(*n*) in the rows of the store.
    func checkReferences() throws {
        guard db.hasDanglingReferences else { return }
        try db.step("PRAGMA foreign_key_check", binding: []) { row in
            guard let table = row.text(0), let parent = row.text(2) else { return }
            let key = row.integer(1)
            let column = try column(ofForeignKey: row.integer(3), in: table)
            throw StoreError(
                .constraint,
                try message(table, key: key, column: column, parent: parent)
            )
        }
    }

    private func column(ofForeignKey number: Int64, in table: String) throws -> String {
        var column = "?"
        let list: SQLText = "PRAGMA foreign_key_list(\(identifier: table))"
        try db.step(list) { row in
            guard row.integer(0) == number else { return }
            column = row.text(3) ?? column
        }
        return column
    }

    /// Returns the error message for a dangling reference.
    private func message(
        _ table: String,
        key: Int64,
        column: String,
        parent: String
    ) throws -> String {
        var target = parent
        let value: SQLText = """
            SELECT \(identifier: column) FROM \(identifier: table) \
            WHERE \(identifier: TableLayout.key) = \(bind: key)
            """
        try db.step(value) { target = "\(parent) \($0.integer(0))" }
        guard let join = layout.joinTables.first(where: { $0.name == table }) else {
            return "\(table) \(key): \(column) refers to \(target), which does not exist"
        }
        let owner = layout.tables[join.left.entity].entity
        return "\(owner.name).\(owner.properties[join.left.property].name): "
            + "a pair refers to \(target), which does not exist"
    }
}
