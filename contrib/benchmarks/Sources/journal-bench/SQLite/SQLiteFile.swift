// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite

/// A value in one of SQLite's storage classes.
enum SQLiteValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A database connection that uses only the C API.
final class SQLiteFile {
    private let connection: OpaquePointer
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open(path, &opened)
        guard code == SQLITE_OK, let opened else { throw BenchmarkError("could not open \(path)") }
        connection = opened
        try addCollation("swift_string")
        try addTokenizer("swiftdata")
    }

    deinit { sqlite3_close_v2(connection) }

    func execute(_ sql: String) throws {
        try check(sqlite3_exec(connection, sql, nil, nil, nil), sql)
    }

    /// Returns all rows of a query.
    func rows(_ sql: String) throws -> [[SQLiteValue]] {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        var rows: [[SQLiteValue]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(statement)).map { value(statement, $0) })
        }
        return rows
    }

    /// Returns the text values in the first column of a query.
    func texts(_ sql: String) throws -> [String] {
        try rows(sql).compactMap { row in
            if case .text(let text)? = row.first { text } else { nil }
        }
    }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil), sql)
        guard let statement else { throw BenchmarkError("the SQL contains no statement: \(sql)") }
        return statement
    }

    /// Runs a prepared statement that returns no rows.
    func run(_ statement: OpaquePointer, _ values: [SQLiteValue]) throws {
        for (index, value) in values.enumerated() { bind(value, to: statement, Int32(index + 1)) }
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { return try check(code, "step") }
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, _ index: Int32) {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let text):
            sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), Self.copied)
        case .blob(let bytes):
            sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.copied)
        }
    }

    private func value(_ statement: OpaquePointer, _ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: return .text(String(cString: sqlite3_column_text(statement, column)))
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, column),
                count: Int(sqlite3_column_bytes(statement, column))
            )
            return .blob(Array(bytes))
        default: return .null
        }
    }

    /// Installs a substitute for the framework's collation, which orders ASCII text by its bytes.
    private func addCollation(_ name: String) throws {
        let code = sqlite3_create_collation(connection, name, SQLITE_UTF8, nil) {
            _,
            leftCount,
            left,
            rightCount,
            right in
            let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
            let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
            for (first, second) in zip(left, right) where first != second {
                return first < second ? -1 : 1
            }
            return leftCount < rightCount ? -1 : leftCount > rightCount ? 1 : 0
        }
        try check(code, name)
    }

    /// Installs a substitute for the framework's tokenizer, which divides ASCII text as it does.
    private func addTokenizer(_ name: String) throws {
        var api: UnsafeMutablePointer<fts5_api>?
        let statement = try prepare("SELECT fts5(?)")
        withUnsafeMutablePointer(to: &api) { api in
            sqlite3_bind_pointer(statement, 1, api, "fts5_api_ptr", nil)
            sqlite3_step(statement)
            sqlite3_finalize(statement)
        }
        var context: UnsafeMutableRawPointer?
        var tokenizer = fts5_tokenizer()
        guard let api, api.pointee.xFindTokenizer(api, "unicode61", &context, &tokenizer) == 0
        else { throw BenchmarkError("SQLite was built without FTS5") }
        // Without the arguments, which are the framework's.
        tokenizer.xCreate = { api, _, _, result in
            var context: UnsafeMutableRawPointer?
            var tokenizer = fts5_tokenizer()
            let api = api?.assumingMemoryBound(to: fts5_api.self)
            let code = api?.pointee.xFindTokenizer(api, "unicode61", &context, &tokenizer)
            guard code == SQLITE_OK else { return code ?? SQLITE_ERROR }
            return tokenizer.xCreate(context, nil, 0, result)
        }
        try check(api.pointee.xCreateTokenizer(api, name, api, &tokenizer, nil), name)
    }

    private func check(_ code: Int32, _ sql: String) throws {
        guard code != SQLITE_OK else { return }
        throw BenchmarkError("\(String(cString: sqlite3_errmsg(connection))): \(sql)")
    }
}
