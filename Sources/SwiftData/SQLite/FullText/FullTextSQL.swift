// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that search the full-text index of a table.
struct FullTextSQL {
    /// Selects the matches with the greatest keys with their ranks, the greatest first, up to a
    /// limit.
    let newest: String
    /// Selects the matches with a key up to a bound, the greatest first.
    let unranked: String
    /// Selects the keys and the indexed strings of some rows.
    let texts: String

    init(_ table: TableLayout) {
        let name = SQLText.identifier(table.fullTextName).sql
        // In the order of the index: keys and ranks are sorted in memory (decision 0088).
        newest = """
            SELECT rowid, bm25(\(name)) FROM \(name) WHERE \(name) MATCH ? \
            ORDER BY rowid DESC LIMIT ?
            """
        // Without ranks: to compute the first one, FTS5 counts all matches.
        unranked = """
            SELECT rowid FROM \(name) WHERE \(name) MATCH ? AND rowid <= ? ORDER BY rowid DESC
            """
        let key = SQLText.quoted(TableLayout.key)
        texts = """
            SELECT \(key), \(table.fullTextColumns.map(SQLText.quoted).joined(separator: ", ")) \
            FROM \(SQLText.quoted(table.name)) WHERE \(key) IN (SELECT value FROM json_each(?))
            """
    }
}
