// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that write the full-text index of one table.
final class FullTextIndexSQL: Sendable {
    /// The name of the table.
    let table: String
    /// The insertion of a new row, with its key and strings as parameters.
    let insertion: String
    /// The insertion of the rows after a key that the index does not contain, with the key as
    /// parameter.
    let insertionOfRest: String
    /// The selection of the length of the strings in these rows, with the key as parameter.
    let unindexedLength: String
    /// The merge of some pages, with their number as parameter.
    let merge: String
    /// The positions of the indexed columns in the table.
    let positions: [Int]

    /// Returns `nil` for a table without a full-text index.
    init?(_ table: TableLayout) {
        let columns = table.fullTextColumns
        guard !columns.isEmpty else { return nil }
        self.table = table.name
        positions = table.columns.indices.filter { columns.contains(table.columns[$0].name) }
        let list = columns.map(SQLText.quoted).joined(separator: ", ")
        let placeholders = columns.map { _ in ", ?" }.joined()
        let name = SQLText.quoted(table.fullTextName)
        insertion = "INSERT INTO \(name)(rowid, \(list)) VALUES (?\(placeholders))"
        let (source, key) = (SQLText.quoted(table.name), SQLText.quoted(TableLayout.key))
        let unindexed = """
            FROM \(source) WHERE \(key) > ? AND NOT EXISTS (SELECT 1 \
            FROM \(SQLText.quoted(table.fullTextName + "_docsize")) WHERE id = \(source).\(key))
            """
        insertionOfRest = """
            INSERT INTO \(name)(rowid, \(list)) SELECT \(key), \(list) \(unindexed) \
            ORDER BY \(key)
            """
        let lengths = columns.map { "ifnull(length(\(SQLText.quoted($0))), 0)" }
        unindexedLength = "SELECT sum(\(lengths.joined(separator: " + "))) \(unindexed)"
        merge = "INSERT INTO \(name)(\(name), rank) VALUES ('merge', ?)"
    }
}

extension TableLayout {
    /// The names of the columns in the full-text index.
    var fullTextColumns: [String] {
        columns.filter(\.policy.isSearchable).map(\.name)
    }

    /// The name of the table's full-text index.
    var fullTextName: String { name + Self.fullTextSuffix }

    /// The end of the name of each full-text index, after the name of the table.
    static let fullTextSuffix = "_search"
}
