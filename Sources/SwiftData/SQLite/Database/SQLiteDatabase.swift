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

/// The compiled statements of a connection, by their SQL.
///
/// The limits bound the memory use of programs that generate an unlimited number of queries. A
/// statement in regular use is hardly ever dropped.
struct StatementCache {
    /// The maximum number of statements in a generation.
    static let limit = 256
    /// The maximum length of a cached statement in bytes.
    ///
    /// Longer statements contain pending rows and do not recur.
    static let lengthLimit = 16 * 1024

    private var statements = RecentEntries<String, SQLiteStatement>(limit: limit)

    /// Returns whether the cache accepts a statement of this length.
    static func accepts(_ sql: String) -> Bool { sql.utf8.count <= lengthLimit }

    /// Returns the cached statement for `sql`, or `nil`.
    mutating func statement(for sql: String) -> SQLiteStatement? {
        // Strings of the same query usually share their storage, which makes them equal without a
        // comparison of their bytes.
        statements.value(for: sql)
    }

    mutating func insert(_ statement: SQLiteStatement, for sql: String) {
        statements.insert(statement, for: sql)
    }

    mutating func removeAll() { statements.removeAll() }
}

extension SQLiteDatabase {
    /// Runs one or more statements without parameters and ignores their rows.
    func execute(_ script: String) throws { try check(sqlite3_exec(handle, script, nil, nil, nil)) }

    /// Runs a statement and ignores its rows.
    func run(_ sql: String, _ values: [_ColumnValue]) throws {
        try statement(sql).run { try $0.bind(values) }
    }

    /// Runs a query and calls `body` for each row.
    func step(
        _ sql: String,
        binding values: [_ColumnValue],
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try statement(sql).forEachRow(binding: { try $0.bind(values) }, body)
    }

    /// Returns the integer in the first column of a query's first row, or `nil` if it is NULL or
    /// the query has no row.
    func integer(_ sql: String, binding values: [_ColumnValue]) throws -> Int64? {
        try statement(sql).first(binding: { try $0.bind(values) }) { row in
            row.storageClass(0) == .null ? nil : row.integer(0)
        }
    }
}

extension SQLiteDatabase {
    /// The statements that begin a transaction, which differ in the locks that they acquire.
    enum TransactionKind: String {
        /// No lock; the first statement acquires one.
        case deferred = "BEGIN DEFERRED"
        /// The lock for writing.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Whether a transaction is open; after some errors, SQLite itself rolls it back.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that statements of the connection have inserted, updated and deleted.
    var changeCount: Int64 { sqlite3_total_changes64(handle) }

    /// The number of rows that the last statement inserted, updated or deleted itself, without
    /// foreign key actions.
    var rowsChangedByStatement: Int64 { sqlite3_changes64(handle) }

    /// Begins a transaction, after the end of one in which earlier calls only read.
    private func begin(_ kind: TransactionKind) throws {
        if sqlite3_txn_state(handle, nil) == SQLITE_TXN_READ { endSnapshot() }
        // Compiled once for each connection, because short reads are frequent.
        try run(kind.rawValue, [])
    }

    /// Runs `body` in a transaction and commits it.
    ///
    /// - Throws: The errors of `body`, or `SQLiteError`, after rolling back the transaction.
    func transaction<R>(
        _ kind: TransactionKind = .immediate,
        _ body: () throws -> R
    ) throws -> R {
        try begin(kind)
        do {
            let result = try body()
            guard isInTransaction else { throw SQLiteError.rolledBack }
            try run("COMMIT", [])
            return result
        } catch {
            // The error to report is the first one.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` in a transaction and rolls it back.
    ///
    /// - Throws: The errors of `body`, or `SQLiteError`.
    func rollingBack<R>(_ body: () throws -> R) throws -> R {
        try begin(.immediate)
        defer { if isInTransaction { try? execute("ROLLBACK") } }
        return try body()
    }

    /// Runs `body` in the open transaction, or else in one that reads the data of one commit.
    ///
    /// - Throws: The errors of `body`, or `SQLiteError`.
    func snapshot<R>(_ body: () throws -> R) throws -> R {
        if isInTransaction { return try body() }
        return try transaction(.deferred, body)
    }

    /// Begins a transaction that reads the last commit, for `snapshot(_:)`.
    func beginSnapshot() throws {
        try begin(.deferred)
        do {
            // The transaction reads the commit that is the last one at its first statement.
            _ = try integer("PRAGMA schema_version", binding: [])
        } catch {
            endSnapshot()
            throw error
        }
    }

    /// Ends the transaction of `beginSnapshot()`.
    func endSnapshot() {
        // Nothing was written. After some errors, SQLite itself ends the transaction.
        if isInTransaction { try? run("ROLLBACK", []) }
    }

    /// The number of pages after which a copy reports its progress, a fraction of a second.
    static var pagesPerCopyStep: Int32 { 1_024 }

    /// Replaces the content of another database by the content of this one.
    ///
    /// - Parameters:
    ///   - target: The other database.
    ///   - pagesPerStep: The number of pages after which `progress` is called; -1 for all.
    ///   - progress: Called after each step; an error ends the copy.
    /// - Throws: `SQLiteError` if a database cannot be read or written; the errors of `progress`.
    func backUp(
        to target: SQLiteDatabase,
        pagesPerStep: Int32 = -1,
        progress: () throws -> Void = {}
    ) throws {
        // In a transaction, so that a commit by another connection does not restart the copy. A new
        // one begins with the first statement that reads; without one, every step has its own.
        try snapshot {
            _ = try integer("SELECT count(*) FROM sqlite_schema", binding: [])
            guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
                throw SQLiteError(sqlite3_errcode(target.handle), in: target.handle)
            }
            var code = SQLITE_OK
            do {
                while code == SQLITE_OK {
                    code = sqlite3_backup_step(backup, pagesPerStep)
                    if code == SQLITE_OK || code == SQLITE_DONE { try progress() }
                }
            } catch {
                sqlite3_backup_finish(backup)
                throw error
            }
            let result = sqlite3_backup_finish(backup)
            if code != SQLITE_DONE { throw SQLiteError(code, in: target.handle) }
            try target.check(result)
        }
    }
}
