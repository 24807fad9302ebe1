// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLiteAPI
import Foundation

/// A connection with the settings of SwiftData's stores, and with statements that are prepared once.
final class Connection: @unchecked Sendable {
    // Unchecked, because a connection belongs to the ledger, or to one request at a time.

    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(_ path: String) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            throw SQLiteError(code: code, message: "cannot open \(path)")
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 10_000)
        try execute(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST"
        )
        try execute("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Executes statements without values and rows.
    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
    }

    /// Commits what a block writes; after an error, nothing is written.
    func transaction<Result>(_ block: () throws -> Result) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try block()
            try run("COMMIT")
            return result
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    /// Executes a statement without rows.
    func run(_ sql: String, with values: [SQLValue] = []) throws {
        _ = try rows(of: sql, with: values) { _ in }
    }

    /// Returns the number that is the first result of a statement.
    func integer(of sql: String, with values: [SQLValue] = []) throws -> Int {
        try rows(of: sql, with: values) { $0.integer(0) }.first ?? 0
    }

    /// Returns the rows of a statement.
    func rows<Element>(
        of sql: String,
        with values: [SQLValue],
        as element: (Row) -> Element
    ) throws -> [Element] {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() {
            value.bind(to: statement, at: Int32(index + 1))
        }
        var elements: [Element] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: elements.append(element(Row(statement: statement)))
            case SQLITE_DONE: return elements
            default: throw lastError
            }
        }
    }

    private func prepared(_ sql: String) throws -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK,
            let statement
        else { throw lastError }
        statements[sql] = statement
        return statement
    }

    private var lastError: SQLiteError {
        SQLiteError(
            code: sqlite3_extended_errcode(handle),
            message: String(cString: sqlite3_errmsg(handle))
        )
    }
}

struct SQLiteError: Error {
    let code: Int32
    let message: String

    var isNotUnique: Bool { code == SQLITE_CONSTRAINT | (8 << 8) }  // SQLITE_CONSTRAINT_UNIQUE
}
