// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Foundation

/// The value of one column in the current row of a statement.
///
/// SQLite finds the column once, instead of for each property of the value. Valid until the
/// statement advances.
struct SQLiteField {
    private let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) { self.pointer = pointer }

    var storageClass: SQLiteStatement.StorageClass { .init(code: sqlite3_value_type(pointer)) }

    /// The integer; nil for a value of another storage class.
    var integer: Int64? {
        sqlite3_value_type(pointer) == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil
    }

    /// The number; nil for a value of another storage class.
    var real: Double? {
        sqlite3_value_type(pointer) == SQLITE_FLOAT ? sqlite3_value_double(pointer) : nil
    }

    /// The bytes of a text in UTF-8 or of a blob, which are valid in the current row; nil for a
    /// value of another storage class, or if there is no memory for a text.
    var bytes: UnsafeBufferPointer<UInt8>? {
        switch storageClass {
        case .null, .integer, .real: return nil
        case .text:
            guard let start = sqlite3_value_text(pointer) else { return nil }
            return UnsafeBufferPointer(start: start, count: length)
        case .blob:
            let start = sqlite3_value_blob(pointer)?.assumingMemoryBound(to: UInt8.self)
            // An empty blob has no address.
            return start != nil || length == 0 ? .init(start: start, count: length) : nil
        }
    }

    private var length: Int { Int(sqlite3_value_bytes(pointer)) }
}

extension SQLiteField {
    var isNull: Bool { storageClass == .null }

    /// The text; nil for a value of another storage class, or if its bytes are not valid UTF-8.
    var text: String? {
        // For short texts, a span is faster than the initializers that validate any encoding.
        guard storageClass == .text, let bytes,
            let valid = try? UTF8Span(validating: bytes.span)
        else { return nil }
        return String(copying: valid)
    }

    /// Whether the value is a text whose bytes are not valid UTF-8.
    var isDamagedText: Bool { storageClass == .text && bytes != nil && text == nil }

    /// The blob; nil for a value of another storage class.
    var blob: Data? { storageClass == .blob ? bytes.map { Data($0) } : nil }

    /// The value; in a text, U+FFFD replaces bytes that are not valid UTF-8.
    var value: _ColumnValue {
        switch storageClass {
        case .null: .null
        case .integer: integer.map { .integer($0) } ?? .null
        case .real: real.map { .real($0) } ?? .null
        case .text: bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
        case .blob: blob.map { .blob($0) } ?? .null
        }
    }
}
