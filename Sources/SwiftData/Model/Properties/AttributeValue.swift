// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A type with values that are stored in one column without conversion.
///
/// The standard attribute types conform. Codecs convert all other types to these types.
public protocol _AttributeValue: Sendable {
    /// The column type for values of this type.
    static var _columnType: _ColumnType { get }
    /// The value of an attribute in an unreadable row.
    static var _placeholder: Self { get }
    /// Decodes the value from a column of the current row; throws if the column has another type.
    static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Self
    /// Returns the stored form of the value; throws if it has none.
    func _columnValue() throws -> _ColumnValue
}

extension Optional: _AttributeValue where Wrapped: _AttributeValue {
    /// The column type of the wrapped type with NULL allowed.
    public static var _columnType: _ColumnType { Wrapped._columnType.optional }
    /// The placeholder of an optional; always nil.
    public static var _placeholder: Wrapped? { nil }

    /// Decodes the value from a column; NULL is decoded as nil.
    @inlinable
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Wrapped? {
        row.isNull(column) ? nil : try Wrapped._decode(row, column: column)
    }

    /// Returns the stored form of the value; NULL for nil.
    @inlinable
    public func _columnValue() throws -> _ColumnValue { try self?._columnValue() ?? .null }
}

extension _AttributeValue where Self: FixedWidthInteger {
    /// The column type of integers of up to 64 bits.
    public static var _columnType: _ColumnType { _ColumnType(.integer) }
    /// The placeholder of an integer; always 0.
    public static var _placeholder: Self { 0 }

    /// Decodes an integer; throws if the stored value is out of range.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Self {
        let stored = try row.integer(column)
        guard let value = Self(exactly: stored) else {
            throw row.mismatch(column, expected: "\(Self.self)")
        }
        return value
    }

    /// Returns the value as a 64-bit integer.
    public func _columnValue() throws -> _ColumnValue { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Int: _AttributeValue {}
extension Int8: _AttributeValue {}
extension Int16: _AttributeValue {}
extension Int32: _AttributeValue {}
extension Int64: _AttributeValue {}
extension UInt8: _AttributeValue {}
extension UInt16: _AttributeValue {}
extension UInt32: _AttributeValue {}

extension UInt: _AttributeValue {
    /// The column type of unsigned 64-bit integers, which are stored by bit pattern.
    public static var _columnType: _ColumnType { _ColumnType(.unsigned64) }
    /// Decodes the bit pattern of an unsigned integer.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> UInt {
        UInt(truncatingIfNeeded: try row.integer(column))
    }
}

extension UInt64: _AttributeValue {
    /// The column type of unsigned 64-bit integers, which are stored by bit pattern.
    public static var _columnType: _ColumnType { _ColumnType(.unsigned64) }
    /// Decodes the bit pattern of an unsigned integer.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> UInt64 {
        UInt64(bitPattern: try row.integer(column))
    }
}

extension Bool: _AttributeValue {
    /// The column type of Booleans.
    public static var _columnType: _ColumnType { _ColumnType(.bool) }
    /// The placeholder of a Boolean; always false.
    public static var _placeholder: Bool { false }
    /// Decodes a Boolean; every integer except 0 is true.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Bool {
        try row.integer(column) != 0
    }
    /// Returns 1 for true and 0 for false.
    public func _columnValue() throws -> _ColumnValue { .integer(self ? 1 : 0) }
}

extension Double: _AttributeValue {
    /// The column type of double-precision numbers.
    public static var _columnType: _ColumnType { _ColumnType(.double) }
    /// The placeholder of a number; always 0.
    public static var _placeholder: Double { 0 }
    /// Decodes a number; throws if the column holds another type.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Double {
        try row.real(column)
    }
    /// Returns the stored form of the number; throws for NaN, which SQLite converts to NULL.
    public func _columnValue() throws -> _ColumnValue {
        guard !isNaN else { throw SwiftDataError.modelValidationFailure("NaN cannot be stored") }
        return .real(self)
    }
}

extension Float: _AttributeValue {
    /// The column type of single-precision numbers.
    public static var _columnType: _ColumnType { _ColumnType(.float) }
    /// The placeholder of a number; always 0.
    public static var _placeholder: Float { 0 }
    /// Decodes a number; throws if the column holds another type.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Float {
        Float(try row.real(column))
    }
    /// Returns the stored form of the number; throws for NaN, which SQLite converts to NULL.
    public func _columnValue() throws -> _ColumnValue { try Double(self)._columnValue() }
}

extension Decimal: _AttributeValue {
    /// The column type of decimal numbers, which are stored as text to keep every digit.
    public static var _columnType: _ColumnType { _ColumnType(.decimal) }
    /// The placeholder of a number; always 0.
    public static var _placeholder: Decimal { 0 }
    /// Decodes a decimal number; throws if the text is not a number.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Decimal {
        guard let value = Decimal(_stored: try row.text(column)) else {
            throw row.mismatch(column, expected: "a decimal number")
        }
        return value
    }
    /// Returns the canonical text of the number; throws for NaN.
    public func _columnValue() throws -> _ColumnValue {
        guard !isNaN else { throw SwiftDataError.modelValidationFailure("NaN cannot be stored") }
        return .text(description)
    }
    init?(_stored text: String) {
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}

extension String: _AttributeValue {
    /// The column type of strings.
    public static var _columnType: _ColumnType { _ColumnType(.text) }
    /// The placeholder of a string; always empty.
    public static var _placeholder: String { "" }
    /// Decodes a string; throws if the column holds another type.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> String {
        try row.text(column)
    }
    /// Returns the string as text.
    public func _columnValue() throws -> _ColumnValue { .text(self) }
}

extension Date: _AttributeValue {
    /// The column type of dates, which are stored as the seconds since 2001 that `Date` represents
    /// exactly.
    public static var _columnType: _ColumnType { _ColumnType(.date) }
    /// The placeholder of a date; always the reference date.
    public static var _placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    /// Decodes a date; throws if the column does not hold a number.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Date {
        Date(timeIntervalSinceReferenceDate: try row.real(column))
    }
    /// Returns the seconds since the reference date; throws for NaN.
    public func _columnValue() throws -> _ColumnValue {
        try timeIntervalSinceReferenceDate._columnValue()
    }
}

extension Data: _AttributeValue {
    /// The column type of binary data.
    public static var _columnType: _ColumnType { _ColumnType(.data) }
    /// The placeholder of binary data; always empty.
    public static var _placeholder: Data { Data() }
    /// Decodes binary data; throws if the column holds another type.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Data {
        try row.data(column)
    }
    /// Returns the data as a blob.
    public func _columnValue() throws -> _ColumnValue { .blob(self) }
}

extension URL: _AttributeValue {
    /// The column type of URLs.
    public static var _columnType: _ColumnType { _ColumnType(.url) }
    /// The placeholder of a URL: the root directory, because a URL cannot be empty.
    public static var _placeholder: URL { URL(filePath: "/") }
    /// Decodes a URL; throws if the text is not a URL.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> URL {
        guard let value = URL(string: try row.text(column)) else {
            throw row.mismatch(column, expected: "a URL")
        }
        return value
    }
    /// Returns the absolute string of the URL.
    public func _columnValue() throws -> _ColumnValue { .text(absoluteString) }
}

extension UUID: _AttributeValue {
    /// The column type of UUIDs: canonical text, which sorts in the order of the values.
    public static var _columnType: _ColumnType { _ColumnType(.uuid) }
    /// The placeholder of a UUID; all bits are zero.
    public static var _placeholder: UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
    /// Decodes a UUID; throws if the text is not a UUID.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> UUID {
        try row.uuid(column)
    }
    /// Returns the canonical text of the UUID.
    public func _columnValue() throws -> _ColumnValue { .text(canonicalText) }
}
