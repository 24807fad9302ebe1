// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDBSQLite

/// The current row of a statement.
///
/// The object is valid while the statement runs; it is reused for every row.
final class StatementRow: RowSource {
    private let statement: OpaquePointer
    /// The external files of the store; nil for a store in memory.
    private let files: ExternalFiles?

    init(_ statement: OpaquePointer, files: ExternalFiles?) {
        self.statement = statement
        self.files = files
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(statement, column)
    }

    func real(_ column: Int32) -> Double? {
        guard sqlite3_column_type(statement, column) == SQLITE_FLOAT else { return nil }
        return sqlite3_column_double(statement, column)
    }

    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, column)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data? {
        if let files, let name = text(column) { return try files.read(name, of: property()) }
        return blob(column)
    }

    func isReference(_ column: Int32) -> Bool {
        files != nil && sqlite3_column_type(statement, column) == SQLITE_TEXT
    }

    func value(_ column: Int32) -> _ColumnValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
        case SQLITE_BLOB: blob(column).map { .blob($0) } ?? .null
        default: .null
        }
    }

    private func blob(_ column: Int32) -> Data? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: count)
    }
}
