// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A database connection of a store.
struct SQLiteConnection {
    let db: Database
    let resources: ConnectionResources
    /// The open transaction on the connection, which defers writes to the full-text index.
    private let transaction: SQLiteTransaction?
    var layout: SchemaLayout { resources.layout }

    init(
        _ db: Database,
        _ resources: ConnectionResources,
        in transaction: SQLiteTransaction? = nil
    ) {
        self.db = db
        self.resources = resources
        self.transaction = transaction
    }

    /// Flushes the deferred rows of the open transaction to the full-text index.
    func completeIndex() throws { try transaction?.completeWrites() }

    /// Runs a query and calls `body` for each row.
    func step(_ text: SQLText, _ body: (OpaquePointer) throws -> Void) throws {
        let (sql, bindings) = (text.sql, text.bindings)
        try step(sql, bindings, body)
    }

    /// Runs a query with bound values and calls `body` for each row.
    func step(
        _ sql: String,
        _ bindings: [_ColumnValue],
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        try bound(try resources.statement(sql, in: db), bindings) { pointer in
            try forEachRow(of: pointer, sql) { try body(pointer) }
        }
    }

    /// Steps through the rows of a statement and calls `body` for each.
    func forEachRow(
        of statement: OpaquePointer,
        _ sql: String,
        _ body: () throws -> Void
    ) throws {
        while true {
            let code = sqlite3_step(statement)
            switch code {
            case SQLITE_ROW: try body()
            case SQLITE_DONE: return
            default: throw failure(code, sql: sql)
            }
        }
    }

    /// Runs a statement that returns no rows.
    func run(_ sql: String, _ values: [_ColumnValue]) throws {
        try run(try resources.statement(sql, in: db), values)
    }

    /// Runs a compiled statement that returns no rows.
    func run(_ statement: Statement, _ values: [_ColumnValue]) throws {
        try bound(statement, values) { pointer in
            let code = sqlite3_step(pointer)
            guard code == SQLITE_DONE || code == SQLITE_ROW else {
                throw failure(code, sql: statement.sql)
            }
        }
    }

    /// Binds values to the parameters of a statement, calls `body`, and resets the statement.
    func bound(
        _ statement: Statement,
        _ values: [_ColumnValue],
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        // An uncached statement has no other reference, and its object finalizes it.
        try withExtendedLifetime(statement) {
            let pointer = statement.sqliteStatement
            defer { reset(pointer) }
            for (position, value) in values.enumerated() {
                try bind(value, to: pointer, at: Int32(position + 1))
            }
            try body(pointer)
        }
    }

    private func reset(_ statement: OpaquePointer) {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    private func failure(_ code: Int32, sql: String) -> DatabaseError {
        let message = db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
        let extended = db.sqliteConnection.map { sqlite3_extended_errcode($0) } ?? code
        return DatabaseError(
            resultCode: ResultCode(rawValue: extended),
            message: message,
            sql: sql
        )
    }

    private func bind(_ value: _ColumnValue, to statement: OpaquePointer, at position: Int32) throws
    {
        let copied = SQLiteLibrary.transient
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, position)
            case .integer(let value): sqlite3_bind_int64(statement, position, value)
            case .real(let value): sqlite3_bind_double(statement, position, value)
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        // A null pointer would bind NULL instead of the empty text.
                        $0.baseAddress.map {
                            sqlite3_bind_text64(
                                statement,
                                position,
                                $0,
                                sqlite3_uint64(bytes.count),
                                copied,
                                UInt8(SQLITE_UTF8)
                            )
                        } ?? sqlite3_bind_text(statement, position, "", 0, copied)
                    }
                }
            case .blob(let data):
                data.withUnsafeBytes { bytes in
                    bytes.baseAddress.map {
                        sqlite3_bind_blob64(
                            statement,
                            position,
                            $0,
                            sqlite3_uint64(bytes.count),
                            copied
                        )
                    } ?? sqlite3_bind_zeroblob(statement, position, 0)
                }
            }
        guard code == SQLITE_OK else { throw failure(code, sql: "") }
    }
}
