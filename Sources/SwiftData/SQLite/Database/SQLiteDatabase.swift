// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Foundation

/// A connection to an SQLite database, which closes with its last reference.
///
/// It is not safe for concurrent use: the owner ensures that only one thread at a time uses it and
/// its statements.
final class SQLiteDatabase {
    enum Access {
        case readOnly
        /// Reading a file that no connection changes, without creating other files.
        ///
        /// A write-ahead log is ignored.
        case immutable
        /// Reading and writing; the file is created if it does not exist.
        case readWrite
    }

    /// The path of a database in memory.
    static let inMemory = ":memory:"

    /// The connection for functions of SQLite.
    let handle: OpaquePointer
    private var cache = StatementCache()
    /// The transaction that is kept between reads; only for connections that read.
    var keptReading = KeptReading()
    /// The tokenizer with the rules of the full-text indexes, once it was needed.
    var cachedTextDivider: TextDivider?
    /// The changed pairs of join tables; only for connections that write.
    let pairLog = PairLog()

    /// Opens a connection that enforces foreign keys and accepts double quotes only for names.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or `inMemory`.
    ///   - access: Whether the connection can write.
    ///   - fileSystem: The name of the file system in SQLite, or `nil` for the default.
    ///   - busyTimeout: The number of milliseconds to wait for a lock of another connection.
    /// - Throws: `SQLiteError` if the file cannot be opened.
    init(_ path: String, access: Access, fileSystem: String?, busyTimeout: Int32) throws {
        var (flags, name) = (SQLITE_OPEN_READONLY, path)
        switch access {
        case .readOnly: break
        case .immutable:
            flags |= SQLITE_OPEN_URI
            name = URL(filePath: path).absoluteString + "?immutable=1"
        case .readWrite: flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        // A mutex per connection is unnecessary, because its owner serializes all calls.
        flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags, fileSystem)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code, in: opened)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        if busyTimeout > 0 { sqlite3_busy_timeout(handle, busyTimeout) }
        // In SQLite a misspelled name in double quotes is text, unless that is disabled.
        try set(SQLITE_DBCONFIG_DQS_DDL, to: 0)
        try set(SQLITE_DBCONFIG_DQS_DML, to: 0)
        try setEnforcesForeignKeys(true)
    }

    deinit {
        // SQLite keeps the connection open for statements that are still referenced elsewhere.
        cache.removeAll()
        cachedTextDivider = nil
        sqlite3_close_v2(handle)
    }

    /// Sets whether foreign key constraints are enforced; has no effect inside a transaction.
    func setEnforcesForeignKeys(_ isEnforced: Bool) throws {
        try set(SQLITE_DBCONFIG_ENABLE_FKEY, to: isEnforced ? 1 : 0)
    }

    /// Makes SQL that would modify the schema table or the tables inside a full-text index fail.
    func protectInternalTables() throws { try set(SQLITE_DBCONFIG_DEFENSIVE, to: 1) }

    /// The functions of the full-text extension.
    ///
    /// - Throws: `SQLiteError` if the library does not contain it.
    var fullTextLibrary: UnsafeMutablePointer<fts5_api> {
        get throws {
            var statement: OpaquePointer?
            var library: UnsafeMutablePointer<fts5_api>?
            try check(sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nil))
            defer { sqlite3_finalize(statement) }
            // The statement reads the name of the type, and writes the result, when it is executed.
            "fts5_api_ptr".withCString { type in
                withUnsafeMutablePointer(to: &library) { result in
                    sqlite3_bind_pointer(statement, 1, result, type, nil)
                    sqlite3_step(statement)
                    sqlite3_clear_bindings(statement)
                }
            }
            guard let library else {
                throw SQLiteError(
                    SQLITE_ERROR,
                    "the SQLite library has no FTS5; install one that has"
                )
            }
            return library
        }
    }

    private func set(_ option: Int32, to value: Int32) throws {
        try check(csqlite_set_option(handle, option, value))
    }

    /// Throws the error of the last call unless it succeeded.
    func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw SQLiteError(code, in: handle) }
    }

    /// Whether the open transaction currently violates a deferred foreign key constraint.
    var hasDanglingReferences: Bool {
        var (count, highest) = (Int32(0), Int32(0))
        let code = sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
        return code == SQLITE_OK && count != 0
    }

    // MARK: Statements

    /// Returns the compiled statement for `sql`, from the cache if possible.
    ///
    /// The result of the same SQL is another statement while the first is running.
    func statement(_ sql: String) throws -> SQLiteStatement {
        guard StatementCache.accepts(sql) else { return try compile(sql, isCached: false) }
        if let cached = cache.statement(for: sql) {
            return cached.isRunning ? try compile(sql, isCached: false) : cached
        }
        let statement = try compile(sql, isCached: true)
        cache.insert(statement, for: sql)
        return statement
    }

    private func compile(_ sql: String, isCached: Bool) throws -> SQLiteStatement {
        var pointer: OpaquePointer?
        let flags = isCached ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        try check(sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil))
        guard let pointer else { throw SQLiteError(SQLITE_MISUSE, "the SQL has no statement") }
        return SQLiteStatement(pointer)
    }
}
