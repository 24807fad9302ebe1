// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A conversion between the values of an attribute and its column.
///
/// The overloads of `_storage(of:)` select the codec from the declared type at compile time, so
/// that rows are read and written without boxing or dynamic casts.
public protocol _AttributeCodec<Value> {
    /// The declared type of the attribute.
    associatedtype Value
    /// The type of the column.
    static var columnType: _ColumnType { get }
    /// The value of an attribute in an unreadable row; `nil` if the type has none.
    static var placeholder: Value? { get }
    /// Decodes the value from a column of the current row.
    static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value
    /// Returns the stored form of a value.
    static func columnValue(_ value: Value) throws -> _ColumnValue
}

/// A codec for types that are stored without conversion.
public enum _NativeCodec<Value: _AttributeValue>: _AttributeCodec {
    /// The column type of `Value`.
    public static var columnType: _ColumnType { Value._columnType }
    /// The placeholder of `Value`.
    public static var placeholder: Value? { Value._placeholder }
    /// Decodes the value from a column of the current row.
    @inlinable
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        try Value._decode(row, column: column)
    }
    /// Returns the stored form of a value.
    @inlinable
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        try value._columnValue()
    }
}

/// A codec for enums and other types that are stored as their raw value.
public enum _RawValueCodec<Value: RawRepresentable>: _AttributeCodec
where Value.RawValue: _AttributeValue {
    /// The column type of the raw value.
    public static var columnType: _ColumnType { Value.RawValue._columnType }
    /// The value for the raw value's placeholder, or the first case of an enum.
    public static var placeholder: Value? {
        Value(rawValue: Value.RawValue._placeholder) ?? Placeholder.firstCase(of: Value.self)
    }
    /// Decodes the raw value from a column; throws if no value has it.
    @inlinable
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        guard let value = Value(rawValue: try Value.RawValue._decode(row, column: column)) else {
            throw row.mismatch(column, expected: "a \(Value.self)")
        }
        return value
    }
    /// Returns the stored form of the raw value.
    @inlinable
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        try value.rawValue._columnValue()
    }
}

/// A codec for optionals of another codec's values.
public enum _OptionalCodec<Wrapped: _AttributeCodec>: _AttributeCodec {
    /// An optional of the wrapped codec's value.
    public typealias Value = Wrapped.Value?
    /// The wrapped codec's column type with NULL allowed.
    public static var columnType: _ColumnType { Wrapped.columnType.optional }
    /// The placeholder of an optional; always nil.
    public static var placeholder: Wrapped.Value?? { .some(nil) }
    /// Decodes the value from a column; NULL is decoded as nil.
    @inlinable
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        row.isNull(column) ? nil : try Wrapped.decode(row, column: column)
    }
    /// Returns the stored form of a value; NULL for nil.
    @inlinable
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        try value.map(Wrapped.columnValue) ?? .null
    }
}

/// A codec that stores any other `Codable` type as JSON.
public enum _JSONCodec<Value: Codable>: _AttributeCodec {
    /// The JSON column type; it allows NULL if `Value` is an optional.
    public static var columnType: _ColumnType {
        _ColumnType(.json, isOptional: Value.self is any OptionalType.Type)
    }
    /// A value decoded from zeros and empty strings; nil if decoding fails.
    public static var placeholder: Value? { Placeholder.value(of: Value.self) }
    /// Decodes the JSON in a column; throws if it does not represent a `Value`.
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        let json = row.isNull(column) ? "null" : try row.text(column)
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json.utf8))
        } catch {
            throw row.mismatch(column, expected: "JSON of a \(Value.self)")
        }
    }
    /// Returns the JSON of a value; NULL for nil.
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        if let optional = value as? any OptionalType, optional.wrappedValue == nil { return .null }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
