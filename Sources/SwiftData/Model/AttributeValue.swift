// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A type whose values fill one column as they are.
///
/// The standard attribute types conform. Everything else goes through a codec that ends here.
public protocol _AttributeValue: Sendable {
    /// What a column of these values holds.
    static var _columnType: _ColumnType { get }
    /// Stands in for a value that can't be had, so that reading a stale model never traps.
    static var _placeholder: Self { get }
    /// Reads the value from a column of the current row; throws when it holds something else.
    static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Self
    /// The value as the store keeps it; throws when it has no stored form.
    func _columnValue() throws -> _ColumnValue
}

extension Optional: _AttributeValue where Wrapped: _AttributeValue {
    /// The wrapped type, with NULL allowed.
    public static var _columnType: _ColumnType { Wrapped._columnType.optional }
    /// Nil.
    public static var _placeholder: Wrapped? { nil }

    /// NULL is nil; anything else must be a wrapped value.
    @inlinable
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Wrapped? {
        row.isNull(column) ? nil : try Wrapped._decode(row, column: column)
    }

    /// NULL for nil.
    @inlinable
    public func _columnValue() throws -> _ColumnValue { try self?._columnValue() ?? .null }
}

extension _AttributeValue where Self: FixedWidthInteger {
    /// A signed 64-bit column.
    public static var _columnType: _ColumnType { _ColumnType(.integer) }
    /// Zero.
    public static var _placeholder: Self { 0 }

    /// Throws when the stored number doesn't fit.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Self {
        let stored = try row.integer(column)
        guard let value = Self(exactly: stored) else {
            throw row.mismatch(column, expected: "\(Self.self)")
        }
        return value
    }

    /// An integer.
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
    /// Stored by bit pattern, because SQLite's integers are signed.
    public static var _columnType: _ColumnType { _ColumnType(.unsigned64) }
    /// Any stored integer is a bit pattern.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> UInt {
        UInt(truncatingIfNeeded: try row.integer(column))
    }
}

extension UInt64: _AttributeValue {
    /// Stored by bit pattern, because SQLite's integers are signed.
    public static var _columnType: _ColumnType { _ColumnType(.unsigned64) }
    /// Any stored integer is a bit pattern.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> UInt64 {
        UInt64(bitPattern: try row.integer(column))
    }
}

extension Bool: _AttributeValue {
    /// 0 or 1.
    public static var _columnType: _ColumnType { _ColumnType(.bool) }
    /// False.
    public static var _placeholder: Bool { false }
    /// Anything but 0 is true.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Bool {
        try row.integer(column) != 0
    }
    /// 0 or 1.
    public func _columnValue() throws -> _ColumnValue { .integer(self ? 1 : 0) }
}

extension Double: _AttributeValue {
    /// A double-precision number.
    public static var _columnType: _ColumnType { _ColumnType(.double) }
    /// Zero.
    public static var _placeholder: Double { 0 }
    /// Throws for anything but a number.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Double {
        try row.real(column)
    }
    /// Throws for NaN, which SQLite would turn into NULL.
    public func _columnValue() throws -> _ColumnValue {
        guard !isNaN else { throw SwiftDataError.modelValidationFailure("NaN can't be stored") }
        return .real(self)
    }
}

extension Float: _AttributeValue {
    /// A single-precision number.
    public static var _columnType: _ColumnType { _ColumnType(.float) }
    /// Zero.
    public static var _placeholder: Float { 0 }
    /// Throws for anything but a number.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Float {
        Float(try row.real(column))
    }
    /// Throws for NaN, which SQLite would turn into NULL.
    public func _columnValue() throws -> _ColumnValue { try Double(self)._columnValue() }
}

extension Decimal: _AttributeValue {
    /// Canonical text, which keeps every digit.
    public static var _columnType: _ColumnType { _ColumnType(.decimal) }
    /// Zero.
    public static var _placeholder: Decimal { 0 }
    /// Throws for text that isn't a decimal number.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Decimal {
        guard let value = Decimal(_stored: try row.text(column)) else {
            throw row.mismatch(column, expected: "a decimal number")
        }
        return value
    }
    /// Throws for NaN.
    public func _columnValue() throws -> _ColumnValue {
        guard !isNaN else { throw SwiftDataError.modelValidationFailure("NaN can't be stored") }
        return .text(description)
    }
    init?(_stored text: String) {
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}

extension String: _AttributeValue {
    /// UTF-8 text.
    public static var _columnType: _ColumnType { _ColumnType(.text) }
    /// The empty text.
    public static var _placeholder: String { "" }
    /// Throws for anything but text.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> String {
        try row.text(column)
    }
    /// Text.
    public func _columnValue() throws -> _ColumnValue { .text(self) }
}

extension Date: _AttributeValue {
    /// Seconds since 2001, the unit in which `Date` is exact.
    public static var _columnType: _ColumnType { _ColumnType(.date) }
    /// The reference date.
    public static var _placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    /// Throws for anything but a number.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Date {
        Date(timeIntervalSinceReferenceDate: try row.real(column))
    }
    /// Throws for a date that isn't a number.
    public func _columnValue() throws -> _ColumnValue {
        try timeIntervalSinceReferenceDate._columnValue()
    }
}

extension Data: _AttributeValue {
    /// Bytes.
    public static var _columnType: _ColumnType { _ColumnType(.data) }
    /// No bytes.
    public static var _placeholder: Data { Data() }
    /// Throws for anything but bytes.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Data {
        try row.data(column)
    }
    /// Bytes.
    public func _columnValue() throws -> _ColumnValue { .blob(self) }
}

extension URL: _AttributeValue {
    /// Text.
    public static var _columnType: _ColumnType { _ColumnType(.url) }
    /// The root folder, because a URL can't be empty.
    public static var _placeholder: URL { URL(filePath: "/") }
    /// Throws for text that isn't a URL.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> URL {
        guard let value = URL(string: try row.text(column)) else {
            throw row.mismatch(column, expected: "a URL")
        }
        return value
    }
    /// The absolute form.
    public func _columnValue() throws -> _ColumnValue { .text(absoluteString) }
}

extension UUID: _AttributeValue {
    /// Canonical text, which sorts like the value and reads well in a shell.
    public static var _columnType: _ColumnType { _ColumnType(.uuid) }
    /// All zeros.
    public static var _placeholder: UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
    /// Throws for text that isn't a UUID.
    public static func _decode(_ row: borrowing _RowDecoder, column: Int32) throws -> UUID {
        guard let value = UUID(uuidString: try row.text(column)) else {
            throw row.mismatch(column, expected: "a UUID")
        }
        return value
    }
    /// The canonical text.
    public func _columnValue() throws -> _ColumnValue { .text(uuidString) }
}
