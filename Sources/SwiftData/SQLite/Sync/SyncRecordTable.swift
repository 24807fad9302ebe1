// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The table of sync records in a database, which exists from the first record on.
///
/// Every statement is tried without a test for the table, because the usual case is that it exists.
struct SyncRecordTable {
    static let name = "swiftdata_sync"

    private static let create = """
        CREATE TABLE IF NOT EXISTS swiftdata_sync(
            key BLOB NOT NULL PRIMARY KEY, value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    private static let find = "SELECT value FROM swiftdata_sync WHERE key = ?"
    private static let scan = "SELECT key, value FROM swiftdata_sync WHERE key >= ?1 ORDER BY key"
    private static let scanBounded = """
        SELECT key, value FROM swiftdata_sync WHERE key >= ?1 AND key < ?2 ORDER BY key
        """
    private static let insert = "INSERT OR REPLACE INTO swiftdata_sync(key, value) VALUES (?, ?)"
    private static let delete = "DELETE FROM swiftdata_sync WHERE key = ?"
    private static let drop = "DROP TABLE IF EXISTS swiftdata_sync"

    let db: SQLiteDatabase

    func value(for key: [UInt8]) throws -> [UInt8]? {
        try ifPresent {
            try db.statement(Self.find).first(binding: { try $0.bind(key, at: 1) }) { row in
                row.bytes(0)
            }
        } ?? nil
    }

    func scan(
        _ range: SyncRecordRange,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) throws {
        try ifPresent {
            let sql = range.upperBound == nil ? Self.scan : Self.scanBounded
            try db.statement(sql).scan { statement in
                try statement.bind(range.lowerBound, at: 1)
                if let bound = range.upperBound { try statement.bind(bound, at: 2) }
            } while: { row in
                try body(row.bytes(0), row.bytes(1))
            }
        }
    }

    func set(_ value: [UInt8], for key: [UInt8]) throws {
        func insert() throws {
            try db.statement(Self.insert).run { statement in
                try statement.bind(key, at: 1)
                try statement.bind(value, at: 2)
            }
        }
        if try ifPresent(insert) == nil {
            try db.run(Self.create, [])
            try insert()
        }
    }

    func remove(_ key: [UInt8]) throws {
        try ifPresent { try db.statement(Self.delete).run { try $0.bind(key, at: 1) } }
    }

    func removeAll() throws { try db.run(Self.drop, []) }

    /// Returns the result of `body`; nil if it fails because there is no table.
    @discardableResult
    private func ifPresent<R>(_ body: () throws -> R) throws -> R? {
        do {
            return try body()
        } catch let error as SQLiteError {
            if try !db.contains(table: Self.name) { return nil }
            throw error
        }
    }
}

extension SQLiteStatement {
    /// Returns the bytes of the blob in a column.
    fileprivate func bytes(_ column: Int32) -> [UInt8] { field(column).bytes.map(Array.init) ?? [] }
}

extension SQLiteConnection {
    func syncRecord(for key: [UInt8]) throws -> [UInt8]? {
        try StoreError.translating(path: resources.path) {
            try SyncRecordTable(db: db).value(for: key)
        }
    }

    func scanSyncRecords(
        in range: SyncRecordRange,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) throws {
        try StoreError.translating(path: resources.path) {
            try SyncRecordTable(db: db).scan(range, body)
        }
    }
}

extension SQLiteTransaction {
    func setSyncRecord(_ value: [UInt8]?, for key: [UInt8]) throws {
        let table = SyncRecordTable(db: try database())
        try StoreError.translating(path: resources.path) {
            if let value { try table.set(value, for: key) } else { try table.remove(key) }
        }
    }

    func removeAllSyncRecords() throws {
        let table = SyncRecordTable(db: try database())
        try StoreError.translating(path: resources.path) { try table.removeAll() }
    }
}
