// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// How the values of one attribute fill their column.
///
/// The overloads of `_storage(of:)` choose the codec from the declared type at compile time, so that a
/// row is read and written without boxing a value or asking for its type.
public protocol _AttributeCodec<Value> {
    /// The declared type of the attribute.
    associatedtype Value
    /// What the column holds.
    static var columnType: _ColumnType { get }
    /// Stands in for a value that can't be had.
    static var placeholder: Value? { get }
    /// Reads the value from a column of the current row.
    static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value
    /// The value as the store keeps it.
    static func columnValue(_ value: Value) throws -> _ColumnValue
}

/// For types that fill a column as they are.
public enum _NativeCodec<Value: _AttributeValue>: _AttributeCodec {
    /// The type's own.
    public static var columnType: _ColumnType { Value._columnType }
    /// The type's own.
    public static var placeholder: Value? { Value._placeholder }
    /// The type's own.
    @inlinable
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        try Value._decode(row, column: column)
    }
    /// The type's own.
    @inlinable
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        try value._columnValue()
    }
}

/// For enums and other types with a raw value that fills a column.
public enum _RawValueCodec<Value: RawRepresentable>: _AttributeCodec
where Value.RawValue: _AttributeValue {
    /// The raw value's.
    public static var columnType: _ColumnType { Value.RawValue._columnType }
    /// The value of the raw value's placeholder, or of an enum its first case.
    public static var placeholder: Value? {
        Value(rawValue: Value.RawValue._placeholder) ?? Placeholder.firstCase(of: Value.self)
    }
    /// Throws for a raw value that no case has.
    @inlinable
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        guard let value = Value(rawValue: try Value.RawValue._decode(row, column: column)) else {
            throw row.mismatch(column, expected: "a \(Value.self)")
        }
        return value
    }
    /// The raw value.
    @inlinable
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        try value.rawValue._columnValue()
    }
}

/// For an optional of what another codec stores.
public enum _OptionalCodec<Wrapped: _AttributeCodec>: _AttributeCodec {
    /// The wrapped codec's value, or nil.
    public typealias Value = Wrapped.Value?
    /// The wrapped codec's, with NULL allowed.
    public static var columnType: _ColumnType { Wrapped.columnType.optional }
    /// Nil.
    public static var placeholder: Wrapped.Value?? { .some(nil) }
    /// NULL is nil.
    @inlinable
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        row.isNull(column) ? nil : try Wrapped.decode(row, column: column)
    }
    /// NULL for nil.
    @inlinable
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        try value.map(Wrapped.columnValue) ?? .null
    }
}

/// For every other `Codable` type: JSON text, opaque to queries.
public enum _JSONCodec<Value: Codable>: _AttributeCodec {
    /// JSON, nullable when the type is an optional.
    public static var columnType: _ColumnType {
        _ColumnType(.json, isOptional: Value.self is any OptionalType.Type)
    }
    /// The emptiest value that the type can be decoded from.
    public static var placeholder: Value? { Placeholder.value(of: Value.self) }
    /// Throws for JSON that isn't a value of the type.
    public static func decode(_ row: borrowing _RowDecoder, column: Int32) throws -> Value {
        let json = row.isNull(column) ? "null" : try row.text(column)
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json.utf8))
        } catch {
            throw row.mismatch(column, expected: "JSON of a \(Value.self)")
        }
    }
    /// JSON, or NULL for nil.
    public static func columnValue(_ value: Value) throws -> _ColumnValue {
        if let optional = value as? any OptionalType, optional.wrappedValue == nil { return .null }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
