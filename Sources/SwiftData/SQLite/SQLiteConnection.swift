// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB
internal import GRDBSQLite
import Synchronization

/// What every connection of a store shares.
final class ConnectionResources: Sendable {
    /// Statements made for more different texts than this are not kept, so that a program that makes
    /// up queries without end doesn't fill the memory with them.
    private static let cachedStatementLimit = 512
    /// Longer texts have pending rows in them and don't come again.
    private static let cachedLengthLimit = 16 * 1024

    let layout: SchemaLayout
    /// The identifier of the store.
    let store: String
    /// By entity index.
    let tables: [TableSQL]
    let files: ExternalFiles?
    let path: String
    private let cachedTexts = Mutex<Set<String>>([])

    init(layout: SchemaLayout, store: String, files: ExternalFiles?, path: String) {
        self.layout = layout
        self.store = store
        tables = layout.tables.map { TableSQL($0) }
        self.files = files
        self.path = path
    }

    func statement(_ sql: String, in db: Database) throws -> Statement {
        guard sql.utf8.count <= Self.cachedLengthLimit else {
            return try db.makeStatement(sql: sql)
        }
        let isCached = cachedTexts.withLock { texts in
            if texts.contains(sql) { return true }
            guard texts.count < Self.cachedStatementLimit else { return false }
            texts.insert(sql)
            return true
        }
        return isCached ? try db.cachedStatement(sql: sql) : try db.makeStatement(sql: sql)
    }
}

/// Reads on one connection.
struct SQLiteConnection: StoreReading {
    let db: Database
    let resources: ConnectionResources
    /// The transaction that is open on the connection and writes to the full-text index at its end.
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

    /// Writes the rows that the open transaction has kept back from the full-text index.
    func completeIndex() throws { try transaction?.completeWrites() }

    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, borrowing _RowDecoder) throws -> Void
    ) throws {
        let rendered = try QueryRenderer(layout: layout, pending: pending).rows(query)
        let (sql, bindings) = (rendered.text.sql, rendered.text.bindings)
        try bound(try resources.statement(sql, in: db), bindings) { statement in
            let row = _RowDecoder(
                StatementRow(statement, files: resources.files),
                columns: rendered.columns,
                of: query.entity
            )
            try forEachRow(of: statement, sql) {
                try body(sqlite3_column_int64(statement, 0), row)
            }
        }
    }

    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int {
        let text = try QueryRenderer(layout: layout, pending: pending).count(query)
        var count = 0
        try step(text) { count = Int(sqlite3_column_int64($0, 0)) }
        return count
    }

    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64] {
        let text = try QueryRenderer(layout: layout, pending: pending).keys(query)
        var keys: [Int64] = []
        try step(text) { keys.append(sqlite3_column_int64($0, 0)) }
        return keys
    }

    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys] {
        let renderer = QueryRenderer(layout: layout, pending: pending)
        guard let text = try renderer.related(to: owners, by: property, of: entity) else {
            return []
        }
        var pairs: [RelatedKeys] = []
        try step(text) { row in
            pairs.append(
                RelatedKeys(
                    owner: sqlite3_column_int64(row, 0),
                    target: sqlite3_column_int64(row, 1)
                )
            )
        }
        return pairs
    }

    /// Runs a query and calls `body` at each row.
    func step(_ text: SQLText, _ body: (OpaquePointer) throws -> Void) throws {
        let (sql, bindings) = (text.sql, text.bindings)
        try step(sql, bindings, body)
    }

    /// Runs a query with values and calls `body` at each row.
    func step(
        _ sql: String,
        _ bindings: [_ColumnValue],
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        try bound(try resources.statement(sql, in: db), bindings) { pointer in
            try forEachRow(of: pointer, sql) { try body(pointer) }
        }
    }

    private func forEachRow(
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

    /// Runs a statement that has no rows.
    func run(_ sql: String, _ values: [_ColumnValue]) throws {
        try run(try resources.statement(sql, in: db), values)
    }

    /// Runs a statement that has no rows.
    func run(_ statement: Statement, _ values: [_ColumnValue]) throws {
        try bound(statement, values) { pointer in
            let code = sqlite3_step(pointer)
            guard code == SQLITE_DONE || code == SQLITE_ROW else {
                throw failure(code, sql: statement.sql)
            }
        }
    }

    /// Calls `body` with a statement whose variables have values.
    private func bound(
        _ statement: Statement,
        _ values: [_ColumnValue],
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        // Nobody else holds a statement that isn't cached, and it ends with its object.
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
        // SQLite copies the bytes, because they don't outlive the call.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, position)
            case .integer(let value): sqlite3_bind_int64(statement, position, value)
            case .real(let value): sqlite3_bind_double(statement, position, value)
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        // A pointer to nothing would bind NULL instead of the empty text.
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

    /// The names of the external files that rows refer to.
    func externalNames(in tables: [TableLayout]) throws -> Set<String> {
        var names: Set<String> = []
        for table in tables {
            for column in table.columns where column.policy.isExternal {
                let text: SQLText = """
                    SELECT \(identifier: column.name) FROM \(identifier: table.name) \
                    WHERE typeof(\(identifier: column.name)) = 'text'
                    """
                try step(text) { row in
                    guard let name = sqlite3_column_text(row, 0) else { return }
                    names.insert(String(cString: name))
                }
            }
        }
        return names
    }
}
