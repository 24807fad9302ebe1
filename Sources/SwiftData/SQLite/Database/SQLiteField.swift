// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The value of one column in the current row of a statement.
///
/// SQLite finds the column once, instead of for each property of the value. Valid until the
/// statement advances. A connection of one thread may read such values.
struct SQLiteField {
    private let value: OpaquePointer?

    init(_ value: OpaquePointer?) { self.value = value }

    var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }

    /// The integer; nil for a value of another storage class.
    var integer: Int64? {
        sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
    }

    /// The number; nil for a value of another storage class.
    var real: Double? {
        sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
    }

    /// The text; nil for a value of another storage class.
    var text: String? { withText { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the UTF-8 text, which is valid during the call; returns nil for a value of
    /// another storage class.
    func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R?) -> R? {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value)
        else { return nil }
        let count = Int(sqlite3_value_bytes(value))
        return body(UnsafeBufferPointer(start: start, count: count))
    }
}
