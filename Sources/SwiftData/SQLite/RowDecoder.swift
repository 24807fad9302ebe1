// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
internal import GRDBSQLite

/// The current row of a statement, and where in it each property is.
public struct _RowDecoder {
    let statement: OpaquePointer
    /// The result column of each property; -1 for one that the statement doesn't give.
    var columns: [Int32]
    let entity: EntityDescription
    /// Where large values are; nil for a store in memory.
    let files: ExternalFiles?

    /// The result column of the property at `index`; -1 when the row doesn't have it.
    public func column(of index: Int) -> Int32 { columns[index] }

    /// Whether a column is NULL.
    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// An integer; throws when the column holds something else.
    public func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else {
            throw mismatch(column, expected: "an integer")
        }
        return sqlite3_column_int64(statement, column)
    }

    /// A number; throws when the column holds something else.
    public func real(_ column: Int32) throws -> Double {
        guard sqlite3_column_type(statement, column) == SQLITE_FLOAT else {
            throw mismatch(column, expected: "a number")
        }
        return sqlite3_column_double(statement, column)
    }

    /// Text; throws when the column holds something else.
    public func text(_ column: Int32) throws -> String {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, column)
        else { throw mismatch(column, expected: "text") }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
    }

    /// The same row without the properties that a model has changed.
    func leavingOut(_ changes: PropertySet) -> _RowDecoder {
        var row = self
        for index in columns.indices where changes.contains(index) { row.columns[index] = -1 }
        return row
    }

    /// Bytes, from the row or from the file that it names; throws for anything else.
    public func data(_ column: Int32) throws -> Data {
        if let files, sqlite3_column_type(statement, column) == SQLITE_TEXT {
            return try files.read(try text(column), of: "\(entity.name).\(name(of: column))")
        }
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else {
            throw mismatch(column, expected: "bytes")
        }
        let count = Int(sqlite3_column_bytes(statement, column))
        guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// The error for a column that doesn't hold what its property needs.
    public func mismatch(_ column: Int32, expected: String) -> any Error {
        let stored =
            switch sqlite3_column_type(statement, column) {
            case SQLITE_NULL: "NULL"
            case SQLITE_INTEGER: "the integer \(sqlite3_column_int64(statement, column))"
            case SQLITE_FLOAT: "the number \(sqlite3_column_double(statement, column))"
            case SQLITE_TEXT: "text"
            default: "bytes"
            }
        return SwiftDataError.modelValidationFailure(
            "\(entity.name).\(name(of: column)): the store holds \(stored) where \(expected) is needed"
        )
    }

    private func name(of column: Int32) -> String {
        columns.firstIndex(of: column).map { entity.properties[$0].name } ?? "?"
    }
}
