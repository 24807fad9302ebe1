// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The value of one column in the current row of a statement.
///
/// SQLite finds the column once, instead of for each property of the value. Valid until the
/// statement advances. No other thread may use the connection at the same time.
struct SQLiteField: RowField {
    private let value: OpaquePointer?

    init(_ value: OpaquePointer?) { self.value = value }

    var storageClass: SQLiteStatement.StorageClass { .init(code: sqlite3_value_type(value)) }

    var integer: Int64? {
        sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
    }

    var real: Double? {
        sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
    }

    var bytes: UnsafeBufferPointer<UInt8>? {
        switch storageClass {
        case .null, .integer, .real: return nil
        case .text:
            guard let start = sqlite3_value_text(value) else { return nil }
            return UnsafeBufferPointer(start: start, count: length)
        case .blob:
            let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
            // An empty blob has no address.
            return start != nil || length == 0 ? .init(start: start, count: length) : nil
        }
    }

    private var length: Int { Int(sqlite3_value_bytes(value)) }
}
