// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The value of one column in the current row of a query.
protocol RowField {
    var storageClass: SQLiteStatement.StorageClass { get }
    /// The integer; nil for a value of another storage class.
    var integer: Int64? { get }
    /// The number; nil for a value of another storage class.
    var real: Double? { get }
    /// The bytes of a text in UTF-8 or of a blob, which are valid in the current row; nil for a
    /// value of another storage class, or if there is no memory for a text.
    var bytes: UnsafeBufferPointer<UInt8>? { get }
}

extension RowField {
    var isNull: Bool { storageClass == .null }

    /// The text; nil for a value of another storage class, or if its bytes are not valid UTF-8.
    var text: String? {
        // For short strings, a span is faster than the initializers that validate any encoding.
        guard storageClass == .text, let bytes,
            let valid = try? UTF8Span(validating: bytes.span)
        else { return nil }
        return String(copying: valid)
    }

    /// Whether the value is a string that is not valid UTF-8.
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
