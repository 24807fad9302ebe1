// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Tests strings that are in no store against full-text queries.
///
/// It uses an index in memory, so that a text matches exactly if a search finds a model with this
/// text in its only indexed attribute. Consecutive tests of a text index it once.
package final class FullTextMatcher {
    private let database: SQLiteDatabase
    /// The strings in the index; their rowids are their indices.
    private var indexedTexts: [String] = []

    /// Creates a matcher.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    package init() throws {
        database = try StoreError.translating(path: SQLiteDatabase.inMemory) {
            let database = try SQLiteDatabase(SQLiteDatabase.inMemory)
            try database.execute(
                """
                CREATE VIRTUAL TABLE texts USING fts5(text, content='', \
                tokenize='\(TextTokenizer.name)')
                """
            )
            return database
        }
    }

    /// Returns whether a text matches a query.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    /// - Complexity: O(*n*) for *n* characters.
    package func matches(_ text: String, _ query: FullTextQuery) throws -> Bool {
        try !matches(among: [text], query).isEmpty
    }

    /// Returns the indices of the strings that match a query, in ascending order.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    /// - Complexity: O(*n*) for *n* characters.
    package func matches(among texts: [String], _ query: FullTextQuery) throws -> [Int] {
        try StoreError.translating(path: SQLiteDatabase.inMemory) {
            try index(texts)
            let query = try WordForms(database).expanded(query, in: "texts")
            var matches: [Int] = []
            try database.step(
                "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid",
                binding: [.text(query.fts5)]
            ) { matches.append(Int($0.integer(0))) }
            return matches
        }
    }

    /// Returns the snippet of a string around the words of a query, as a search does; empty if it
    /// contains none of them.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    /// - Complexity: O(*n*) for *n* characters.
    package func snippet(
        of text: String,
        _ query: FullTextQuery,
        _ style: SnippetStyle
    ) throws -> String {
        try StoreError.translating(path: SQLiteDatabase.inMemory) {
            // The forms of a word are looked up in the index.
            if query.root.hasForms { try index([text]) }
            let query = try WordForms(database).expanded(query, in: "texts")
            var snippets = try SnippetReader(database, query: query, style: style)
            var text = text
            let snippet = try text.withUTF8 { try snippets.snippet(of: $0, betterThan: nil) }
            guard let snippet, snippet.score > 0 else { return "" }
            return snippet.text
        }
    }

    private func index(_ texts: [String]) throws {
        // Byte by byte, as the store compares strings.
        guard !texts.elementsEqual(indexedTexts, by: { $0.utf8.elementsEqual($1.utf8) })
        else { return }
        indexedTexts = []
        try database.transaction {
            try database.run("INSERT INTO texts(texts) VALUES('delete-all')", [])
            for (index, text) in texts.enumerated() {
                try database.run(
                    "INSERT INTO texts(rowid, text) VALUES(?, ?)",
                    [.integer(Int64(index)), .text(text)]
                )
            }
        }
        indexedTexts = texts
    }
}
