// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A check that the indexes of a database contain the rows of their tables.
///
/// The caller has a read transaction open, so that all numbers are of one commit.
struct IndexCheck {
    /// The maximum size in bytes of a database for a check of its structure rather than of row
    /// counts only.
    static let structureLimit: Int64 = 32 << 20
    /// The number of rows up to which the rows of a table itself are counted, which reads all of
    /// it.
    private static let tableLimit = 10_000

    private let db: SQLiteDatabase
    private let checksStructure: Bool

    /// Creates the check of a database.
    init(_ db: SQLiteDatabase, structureLimit: Int64 = IndexCheck.structureLimit) throws {
        self.db = db
        let pages = try db.integer("PRAGMA page_count") ?? 0
        checksStructure = try pages * (db.integer("PRAGMA page_size") ?? 0) <= structureLimit
    }

    /// Performs the check.
    ///
    /// - Throws: `SQLiteError` that reports the first damage.
    func run() throws {
        for table in try SchemaObjects(of: db).objects where table.isTable {
            if checksStructure {
                try checkStructure(of: table.name)
            } else {
                try checkCounts(of: table.name, indexes: indexes(of: table.name))
            }
        }
    }

    /// Checks a table and its indexes.
    ///
    /// One table at a time: in a check of all tables, SQLite 3.44 also checks full-text indexes,
    /// which fails on a read-only connection and is reported as damage.
    private func checkStructure(of table: String) throws {
        try db.step("PRAGMA integrity_check(\(identifier: table))") { row in
            if let text = row.text(0), text != "ok" { throw SQLiteError.damaged(text) }
        }
    }

    /// Returns the names of the indexes that contain every row of a table.
    private func indexes(of table: String) throws -> [String] {
        var names: [String] = []
        let text = "SELECT name FROM pragma_index_list(?) WHERE NOT partial AND origin = 'c'"
        try db.step(text, binding: [.text(table)]) { row in
            if let name = row.text(0) { names.append(name) }
        }
        return names
    }

    /// Checks that all indexes of a table have the same number of rows, and for a small table, that
    /// the table has it too.
    private func checkCounts(of table: String, indexes: [String]) throws {
        guard let first = indexes.first else { return }
        // Not `count(*)`, for which SQLite selects an index itself.
        func count(_ source: SQLText) throws -> Int64 {
            try db.integer("SELECT sum(1) FROM \(identifier: table) \(source)") ?? 0
        }
        let expected = try count("INDEXED BY \(identifier: first)")
        for index in indexes.dropFirst() {
            let found = try count("INDEXED BY \(identifier: index)")
            guard found != expected else { continue }
            throw SQLiteError.damaged(
                "the index \(first) has \(expected) rows, and \(index) has \(found)"
            )
        }
        guard expected <= Self.tableLimit else { return }
        let found = try count("NOT INDEXED")
        guard found != expected else { return }
        throw SQLiteError.damaged(
            "the index \(first) has \(expected) rows, and its table has \(found)"
        )
    }
}

extension SQLiteConnection {
    func checkIndexes() throws { try IndexCheck(db).run() }
}
