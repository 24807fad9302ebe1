// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that search the full-text index of a table.
struct FullTextSQL {
    /// The rule by which texts and queries are divided into words.
    static let tokenizer = TextTokenizer.name

    /// Selects the matches with a key above a bound in rank order, with a limit and an offset.
    let ranked: String
    /// Selects the key of one match, which has a number of matches with greater keys.
    let bound: String
    /// Selects the matches with a key up to a bound, the greatest first, with a limit and an
    /// offset.
    let unranked: String
    /// Selects the text fragments around the matches in some rows.
    let snippets: String

    init(_ table: TableLayout) {
        let name = SQLText.identifier(table.fullTextName).sql
        // To order by its own column `rank`, FTS5 sorts all matches. To order by a function, SQLite
        // sorts, and keeps only as many rows as the limit.
        ranked = """
            SELECT rowid, bm25(\(name)) AS score FROM \(name) WHERE \(name) MATCH ? \
            AND rowid > ? ORDER BY score, rowid LIMIT ? OFFSET ?
            """
        bound = """
            SELECT rowid FROM \(name) WHERE \(name) MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?
            """
        unranked = """
            SELECT rowid, bm25(\(name)) FROM \(name) WHERE \(name) MATCH ? \
            AND rowid <= ? ORDER BY rowid DESC LIMIT ? OFFSET ?
            """
        // The unary plus prevents FTS5 from a lookup by rowid for each row: each lookup would merge
        // the entries of all words with the prefix again.
        snippets = """
            SELECT rowid, snippet(\(name), -1, ?, ?, ?, ?) FROM \(name) WHERE \(name) MATCH ? \
            AND +rowid IN (SELECT value FROM json_each(?))
            """
    }
}
