// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that search the full-text index of a table.
struct FullTextSQL {
    /// Matches in the order of rank, with a limit and an offset.
    let ranked: String
    /// The pieces of text around the matches in some rows.
    let snippets: String

    init(_ table: TableLayout) {
        let name = SQLText.identifier(table.fullTextName).sql
        // Asked for the order of its own column rank, FTS5 sorts every match itself; a function
        // leaves that to SQLite, which keeps as many as the limit says.
        ranked = """
            SELECT rowid, bm25(\(name)) AS score FROM \(name) WHERE \(name) MATCH ? \
            ORDER BY score, rowid LIMIT ? OFFSET ?
            """
        // The sign keeps FTS5 from looking row after row up: each time it would put the beginning
        // of a word together anew from all words that begin so.
        snippets = """
            SELECT rowid, snippet(\(name), -1, ?, ?, ?, ?) FROM \(name) WHERE \(name) MATCH ? \
            AND +rowid IN (SELECT value FROM json_each(?))
            """
    }
}
