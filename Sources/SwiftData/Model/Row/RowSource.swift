// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The column values of one row.
///
/// A store can reuse one source for all rows of a query and advance it from row to row. Values are
/// not boxed: each method returns nil if the column holds a value of another storage class.
protocol RowSource: AnyObject {
    /// Returns whether a column is NULL.
    func isNull(_ column: Int32) -> Bool
    /// Returns the integer in a column.
    func integer(_ column: Int32) -> Int64?
    /// Returns the number in a column.
    func real(_ column: Int32) -> Double?
    /// Returns the text in a column; nil also if its bytes are not valid UTF-8.
    func text(_ column: Int32) -> String?
    /// Returns the UUID from its canonical text in a column.
    func uuid(_ column: Int32) -> UUID?
    /// Returns the bytes in a column, or in the external file to which it refers.
    ///
    /// - Throws: `StoreError` with the name of the property if the file cannot be read.
    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data?
    /// Returns whether a column refers to an external file instead of containing the value.
    func isReference(_ column: Int32) -> Bool
    /// Returns whether a column has an encrypted value that cannot be decrypted, or one that is not
    /// encrypted although it should be.
    func isUnreadable(_ column: Int32) -> Bool
    /// Returns the value of a column.
    func value(_ column: Int32) -> _ColumnValue
}

extension RowSource {
    func uuid(_ column: Int32) -> UUID? { text(column).flatMap { UUID(canonicalText: $0) } }

    func isUnreadable(_ column: Int32) -> Bool { false }
}

/// A row of values in memory.
final class ValueRow: RowSource {
    private let values: [_ColumnValue]

    init(_ values: [_ColumnValue]) { self.values = values }

    func isNull(_ column: Int32) -> Bool { value(column) == .null }

    func integer(_ column: Int32) -> Int64? {
        if case .integer(let value) = value(column) { value } else { nil }
    }

    func real(_ column: Int32) -> Double? {
        if case .real(let value) = value(column) { value } else { nil }
    }

    func text(_ column: Int32) -> String? {
        if case .text(let value) = value(column) { value } else { nil }
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) -> Data? {
        if case .blob(let value) = value(column) { value } else { nil }
    }

    func isReference(_ column: Int32) -> Bool { false }

    func value(_ column: Int32) -> _ColumnValue { values[Int(column)] }
}
