// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The comparison of a full-text index with the strings in its table.
///
/// It only reads, unlike FTS5's own check. Takes time proportional to the size of the strings and
/// memory proportional to the number of rows.
struct FullTextComparison {
    private static let words = "swiftdata_words"
    private let table: String
    private let db: SQLiteDatabase

    /// The index of a table; `nil` if it has the tokenizer of another program.
    init?(of table: String, in db: SQLiteDatabase) throws {
        let query: SQLText = """
            SELECT sql FROM sqlite_schema WHERE name = \(bind: .text(table + "_search"))
            """
        guard try db.text(query)?.contains("tokenize='\(TextTokenizer.name)'") == true else {
            return nil
        }
        (self.table, self.db) = (table, db)
    }

    /// Returns the number of rows with different words, or positions of words, in the index than in
    /// the table.
    ///
    /// Does not count rows with keys greater than `bound` that were never added to the index.
    func differenceCount(ignoringMissingAfter bound: Int64? = nil) throws -> Int {
        let indexed = try indexedDigests()
        var unseen = indexed.count
        var count = 0
        let added = try bound.map(addedKeys)
        try forEachRow { key, digest in
            guard let found = indexed[key] else {
                let isMissing = key <= bound ?? .max || added?.contains(key) == true
                if digest != WordDigest(), isMissing { count += 1 }
                return
            }
            unseen -= 1
            if found != digest { count += 1 }
        }
        return count + unseen
    }

    /// Returns the keys after a bound that were added to the index.
    private func addedKeys(after bound: Int64) throws -> Set<Int64> {
        var keys: Set<Int64> = []
        let sizes = SQLText.identifier(table + "_search_docsize")
        try db.step("SELECT id FROM \(sizes) WHERE id > \(bind: bound)") { row in
            keys.insert(row.integer(0))
        }
        return keys
    }

    /// Returns the digests of the words in the index, by the keys of rows.
    private func indexedDigests() throws -> [Int64: WordDigest] {
        let index = (table + "_search").replacing("'", with: "''")
        try db.execute(
            """
            CREATE VIRTUAL TABLE temp.\(Self.words) USING fts5vocab('main', '\(index)', 'instance')
            """
        )
        defer { try? db.execute("DROP TABLE temp.\(Self.words)") }
        var digests: [Int64: WordDigest] = [:]
        try db.step("SELECT term, doc, col, \"offset\" FROM temp.\(Self.words)", binding: []) {
            row in
            let (key, position) = (row.integer(1), row.integer(3))
            row.withText(0) { word in
                row.withText(2) { column in
                    digests[key, default: WordDigest()].add(
                        UnsafeRawBufferPointer(word),
                        column: UnsafeRawBufferPointer(column),
                        position: position
                    )
                }
            }
        }
        return digests
    }

    /// Calls `body` with the keys of all rows and the digests of their words.
    private func forEachRow(_ body: (Int64, WordDigest) -> Void) throws {
        var columns: [String] = []
        let names: SQLText = """
            SELECT name FROM pragma_table_info(\(bind: .text(table + "_search"))) ORDER BY cid
            """
        try db.step(names) { row in if let name = row.text(0) { columns.append(name) } }
        let reader = try WordReader(db)
        let list = ([TableLayout.key] + columns).map(SQLText.quoted).joined(separator: ", ")
        try db.step("SELECT \(list) FROM \(SQLText.quoted(table))", binding: []) { row in
            var digest = WordDigest()
            for (index, name) in columns.enumerated() {
                let outcome: Result<Void, any Error>? = row.withText(Int32(index + 1)) { text in
                    Array(name.utf8).withUnsafeBytes { name in
                        Result { try reader.add(text, column: name, to: &digest) }
                    }
                }
                try outcome?.get()
            }
            body(row.integer(0), digest)
        }
    }
}
