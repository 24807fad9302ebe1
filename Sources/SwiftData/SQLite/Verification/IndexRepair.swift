// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Rebuilds all indexes of a store without reading their pages.
///
/// `REINDEX` fails if a page of an index cannot be read, and `VACUUM` copies indexes. Therefore the
/// definitions are removed from `sqlite_schema`, and the file is rewritten without the pages.
struct IndexRepair {
    private let db: SQLiteDatabase
    private let stored: StoredSchema

    init(of stored: StoredSchema, in db: SQLiteDatabase) {
        self.db = db
        self.stored = stored
    }

    /// Whether the database has damage outside of its full-text indexes.
    var isNeeded: Bool {
        get throws {
            var isIntact = true
            do {
                try db.step("PRAGMA integrity_check(1)") { row in
                    if row.text(0) != "ok" { isIntact = false }
                }
            } catch let error as SQLiteError where error.kind == .damaged {
                isIntact = false
            }
            return !isIntact
        }
    }

    /// Rebuilds the indexes of a copy, and checks the copy.
    ///
    /// - Throws: `StoreError` with the code `.damaged` if something else is damaged, too.
    func run() throws {
        try makeIndexes()
        try makeFullTextIndexes()
        try db.execute("VACUUM")
        let result = try StoreVerification(
            of: stored,
            in: db,
            rules: [],
            options: .init(),
            key: nil
        )
        guard let problem = result.problems.first else { return }
        throw StoreError(
            .damaged,
            "not only indexes are damaged: \(problem); the store was not changed"
        )
    }

    private func makeIndexes() throws {
        var definitions: [String] = []
        try db.step("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") {
            if let sql = $0.text(0) { definitions.append(sql) }
        }
        try db.execute("PRAGMA writable_schema = ON")
        try db.run("DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        // Reads the list of tables again.
        try db.execute("PRAGMA writable_schema = RESET")
        try db.transaction {
            for definition in definitions {
                do {
                    try db.execute(definition)
                } catch let error as SQLiteError where error.kind == .notUnique {
                    throw StoreError(
                        .damaged,
                        "rows that must differ are equal, which the damaged index allowed: "
                            + "\(error.message); the store was not changed"
                    )
                }
            }
        }
    }

    /// Makes the full-text indexes again.
    func makeFullTextIndexes() throws {
        try db.transaction {
            for name in stored.shape.entities.map(\.name)
            where try db.contains(table: name + "_search") {
                let index = SQLText.identifier(name + "_search")
                try db.run("INSERT INTO \(index)(\(index)) VALUES ('rebuild')")
                try UnindexedRows.removeBound(of: name, in: db)
            }
        }
    }
}
