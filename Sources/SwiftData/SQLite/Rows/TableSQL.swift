// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that change the rows of one table.
final class TableSQL: Sendable {
    private let table: TableLayout
    let insert: String
    let delete: String
    /// Nil for a table without a full-text index.
    let texts: Texts?

    /// How new rows enter the full-text index.
    struct Texts: Sendable {
        /// Takes the key of a row and its texts.
        let index: String
        /// The positions of the columns with the texts.
        let positions: [Int]

        fileprivate init?(_ table: TableLayout) {
            let columns = table.fullTextColumns
            guard !columns.isEmpty else { return nil }
            positions = table.columns.indices.filter { columns.contains(table.columns[$0].name) }
            let list = columns.map(SQLText.quoted).joined(separator: ", ")
            let marks = columns.map { _ in ", ?" }.joined()
            index =
                "INSERT INTO \(SQLText.quoted(table.fullTextName))(rowid, \(list)) VALUES (?\(marks))"
        }
    }

    init(_ table: TableLayout) {
        self.table = table
        texts = Texts(table)
        let columns = [TableLayout.key] + table.columns.map(\.name)
        let list = columns.map(SQLText.quoted).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        insert = "INSERT INTO \(SQLText.quoted(table.name))(\(list)) VALUES (\(marks))"
        delete =
            "DELETE FROM \(SQLText.quoted(table.name)) WHERE \(SQLText.quoted(TableLayout.key)) = ?"
    }

    /// Sets the columns at these positions, then names the row.
    func update(_ positions: [Int]) -> String {
        let list = positions.map { "\(SQLText.quoted(table.columns[$0].name)) = ?" }
        return """
            UPDATE \(SQLText.quoted(table.name)) SET \(list.joined(separator: ", ")) \
            WHERE \(SQLText.quoted(TableLayout.key)) = ?
            """
    }

    /// The key of the row with given values of some properties.
    func find(_ properties: [Int]) -> String {
        let tests = properties.flatMap(table.columns(of:)).map { column in
            let collation =
                column.type.kind == .text ? " COLLATE \(SQLFunctions.stringCollation)" : ""
            return "\(SQLText.quoted(column.name)) = ?\(collation)"
        }
        return """
            SELECT \(SQLText.quoted(TableLayout.key)) FROM \(SQLText.quoted(table.name)) \
            WHERE \(tests.joined(separator: " AND "))
            """
    }
}
