// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The committed rows of a table that its full-text index does not contain yet.
///
/// FTS5 writes a segment for each transaction that adds words, which slows down small commits
/// (decision 0100). A context that defers this leaves its rows to a later commit, and the metadata
/// of the store has a bound: rows with greater keys may be missing from the index.
///
/// A search adds the missing rows first (`SQLiteStore`).
struct UnindexedRows {
    /// The number of keys after the bound at which a commit indexes the rows.
    static let limit = 64
    /// The maximum number of rows that one commit leaves to another.
    ///
    /// For more rows, a segment of their own costs little, and indexing the rows of two commits
    /// together would make the second one slow.
    static let commitLimit = 16
    /// The maximum length of the strings, in bytes, that one commit leaves to another.
    static let maximumLength = 4_096

    private let db: SQLiteDatabase
    private let name: String
    private let sql: FullTextIndexSQL

    /// The rows of the table of an index.
    init(of sql: FullTextIndexSQL, in db: SQLiteDatabase) {
        self.db = db
        self.sql = sql
        name = StoreMetadata.Name.unindexedAfter(sql.table)
    }

    /// Returns the key after which the index may lack rows; nil if it contains all rows.
    func bound() throws -> Int64? { try Self.bound(named: name, in: db) }

    /// Returns the key after which the index of an entity may lack rows; nil if it contains all.
    static func bound(of entity: String, in db: SQLiteDatabase) throws -> Int64? {
        try bound(named: StoreMetadata.Name.unindexedAfter(entity), in: db)
    }

    private static func bound(named name: String, in db: SQLiteDatabase) throws -> Int64? {
        try StoreMetadata.value(name, in: db).flatMap { Int64($0) }
    }

    /// Sets the key after which the index may lack rows.
    func setBound(_ key: Int64) throws {
        try StoreMetadata.set(name, to: String(key), in: db)
    }

    /// Records that the index of a table contains all rows, or does not exist.
    static func removeBound(of table: String, in db: SQLiteDatabase) throws {
        try StoreMetadata.remove(StoreMetadata.Name.unindexedAfter(table), in: db)
    }

    /// Adds the rows after a bound to the index, and removes the bound.
    ///
    /// - Returns: The approximate length of their strings in bytes.
    func index(after bound: Int64) throws -> Int {
        let length = try db.statement(sql.unindexedLength)
            .first(binding: { try $0.bind(bound, at: 1) }) { $0.integer(0) }
        try db.statement(sql.insertionOfRest).run { try $0.bind(bound, at: 1) }
        try StoreMetadata.remove(name, in: db)
        return Int(length ?? 0)
    }
}

/// A full-text index lacks rows of the commit that is read.
struct IncompleteIndexError: Error {}
