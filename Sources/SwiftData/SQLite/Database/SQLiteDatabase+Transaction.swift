// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

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

    /// Runs `body` in a transaction and commits it.
    ///
    /// - Throws: The errors of `body`, or `SQLiteError`, after rolling back the transaction.
    func transaction<R>(
        _ kind: TransactionKind = .immediate,
        _ body: () throws -> R
    ) throws -> R {
        endKeptReading()
        // Compiled once for each connection, because short reads are frequent.
        try run(kind.rawValue, [])
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
        endKeptReading()
        try run(TransactionKind.immediate.rawValue, [])
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
        endKeptReading()
        try run(TransactionKind.deferred.rawValue, [])
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
