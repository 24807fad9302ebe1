// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Tests texts that are in no store against a full-text query.
///
/// It uses an index of one text in memory, so that a text matches exactly if a search finds a model
/// with this text in its only indexed attribute.
package struct FullTextMatcher {
    private let database: SQLiteDatabase
    private let query: FullTextQuery

    /// Creates a matcher.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    package init(_ query: FullTextQuery) throws {
        self.query = query
        database = try StoreError.translating(path: SQLiteDatabase.inMemory) {
            let database = try SQLiteDatabase(SQLiteDatabase.inMemory)
            try database.execute(
                """
                CREATE VIRTUAL TABLE texts USING fts5(text, content='', \
                tokenize='\(FullTextSQL.tokenizer)')
                """
            )
            return database
        }
    }

    /// Returns whether a text matches the query.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    /// - Complexity: O(*n*) for *n* characters.
    package func matches(_ text: String) throws -> Bool {
        try StoreError.translating(path: SQLiteDatabase.inMemory) {
            try database.run("INSERT INTO texts(texts) VALUES('delete-all')", [])
            try database.run("INSERT INTO texts(rowid, text) VALUES(1, ?)", [.text(text)])
            let query = try WordForms(database).expanded(query, "texts")
            var isMatch = false
            try database.step("SELECT rowid FROM texts WHERE texts MATCH ?", [.text(query.fts5)]) {
                _ in
                isMatch = true
            }
            return isMatch
        }
    }
}
