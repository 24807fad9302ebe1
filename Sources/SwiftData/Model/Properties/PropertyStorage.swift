// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Calls a function with the storage of one property in a model.
///
/// `@Model` passes it for each property, because access through a key path is slow.
public typealias _StorageAccess<Model, Storage> =
    @Sendable (Model, (inout Storage) -> Void) -> Void

/// The storage of one property inside a model.
///
/// `@Model` adds such storage for each persisted property and selects its type with
/// `_storage(of:)`. The storage records whether the value is loaded, and decodes it from and
/// encodes it into rows.
public protocol _PropertyStorage {
    /// The declared type of the property.
    associatedtype Value
    /// Creates storage without a loaded value.
    init()
    /// Creates storage that holds a value.
    init(value: Value)
    /// The value, or nil if it is not loaded.
    var loaded: Value? { get }
    /// The role of the property in the schema.
    static var kind: _PropertyKind { get }
    /// The value of a property in an unreadable row; `nil` if the type has none.
    static var placeholder: Value? { get }
    /// Decodes the value of the property at `index`, if the row contains it.
    mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws
    /// Encodes the value of the property at `index`, if the row requires it.
    func encode(into row: inout _RowEncoder, at index: Int) throws
    /// Removes strong references to other models; values remain readable.
    mutating func releaseModels()
    /// Returns the values of the attribute's columns, in order; none for relationships.
    static func columnValues(of value: Value) throws -> [_ColumnValue]
    /// Creates type-erased access to the property.
    static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Value>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess
}

/// Sets a variable and returns its previous value, which is released after the access to the
/// variable.
///
/// A value that an assignment replaces is released during the access, in which the deinitializers
/// of models must not read or change the variable.
@discardableResult
func exchange<Value>(_ variable: inout Value, with value: Value) -> Value {
    var former = value
    swap(&variable, &former)
    return former
}

extension _PropertyStorage {
    /// Does nothing by default, because attributes do not refer to models.
    public mutating func releaseModels() {}
    /// Returns the storage with the value of the property at `index`, if the row contains it.
    ///
    /// Models assign the result, so that a codec does not run while their storage is modified.
    @inlinable
    public func decoded(_ row: borrowing _RowDecoder, at index: Int) throws -> Self {
        var storage = self
        try storage.decode(row, at: index)
        return storage
    }
    /// Returns no values by default, because relationships have no stored form.
    public static func columnValues(of value: Value) throws -> [_ColumnValue] { [] }
}

/// The storage of an attribute, which is set in one step.
public protocol _StoredAttribute: _PropertyStorage {
    /// The value, or nil if it is not loaded.
    var loaded: Value? { get set }
}

/// The role of a property in the schema.
public enum _PropertyKind: Sendable {
    /// An attribute with its own column.
    case attribute(_ColumnType)
    /// An attribute with a column for each field of a struct.
    case composite(_CompositeShape, isOptional: Bool)
    /// A reference to at most one model.
    case toOne(any PersistentModel.Type, isOptional: Bool)
    /// References to any number of models.
    case toMany(any PersistentModel.Type, isOptional: Bool)
}

/// A zero-sized marker for an assigned property.
///
/// `@Model` declares a marker without a default value for each property, so that the compiler
/// requires initializers to assign the property.
public struct _Initialized: Sendable {
    /// Creates the marker of an assigned property.
    public init() {}
}

/// The storage of an attribute.
public struct _AttributeStorage<Codec: _AttributeCodec>: _StoredAttribute {
    /// The declared type of the attribute.
    public typealias Value = Codec.Value
    /// The value, or nil if it is not loaded.
    public var loaded: Codec.Value?

    /// Creates storage without a loaded value.
    @inlinable
    public init() { loaded = nil }
    /// Creates storage that holds a value.
    @inlinable
    public init(value: Codec.Value) { loaded = value }
    /// An attribute with the codec's column type.
    public static var kind: _PropertyKind { .attribute(Codec.columnType) }
    /// The placeholder of the codec.
    public static var placeholder: Codec.Value? { Codec.placeholder }

    /// Decodes the value from the property's column.
    @inlinable
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        self = try decoded(row, at: index)
    }

    /// Returns the storage with the value of the property's column, if the row contains it.
    ///
    /// In a lenient row, a value that cannot be decoded stays unloaded if the type has a
    /// placeholder for it; a later read of the property reports the error.
    @inlinable
    public func decoded(_ row: borrowing _RowDecoder, at index: Int) throws -> Self {
        let column = row.column(of: index)
        guard column >= 0 else { return self }
        do {
            return Self(value: try Codec.decode(row, column: column))
        } catch {
            guard row.isLenient, Codec.placeholder != nil else { throw error }
            return Self()
        }
    }

    /// Encodes the value into the property's column.
    @inlinable
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0, let loaded else { return }
        row.set(try Codec.columnValue(loaded), column)
    }

    /// Returns the codec's stored form of a value.
    public static func columnValues(of value: Codec.Value) throws -> [_ColumnValue] {
        [try Codec.columnValue(value)]
    }

    /// Creates type-erased access to the attribute.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Codec.Value>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(attribute: StorageAccess(keyPath: keyPath, storage: storage))
    }
}

/// Returns storage for a type that is stored without conversion.
@inlinable
public func _storage<V: _AttributeValue>(of type: V.Type) -> _AttributeStorage<_NativeCodec<V>> {
    .init()
}

/// Returns storage for an enum with a raw value.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    of type: V.Type
) -> _AttributeStorage<_RawValueCodec<V>> where V.RawValue: _AttributeValue { .init() }

/// Returns storage for an optional enum with a raw value.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    of type: V?.Type
) -> _AttributeStorage<_OptionalCodec<_RawValueCodec<V>>> where V.RawValue: _AttributeValue {
    .init()
}

/// Returns storage for any other `Codable` type.
@_disfavoredOverload
public func _storage<V: Codable>(of type: V.Type) -> _CodableStorage<V> { .init() }

/// Returns storage for an optional of any other `Codable` type.
@_disfavoredOverload
public func _storage<V: Codable>(of type: V?.Type) -> _OptionalCodableStorage<V> { .init() }

/// Returns storage for a required to-one relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: T.Type) -> _RequiredToOneStorage<T> { .init() }

/// Returns storage for an optional to-one relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: T?.Type) -> _ToOneStorage<T> { .init() }

/// Returns storage for a to-many relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: [T].Type) -> _ToManyStorage<T> { .init() }

/// Returns storage for an optional to-many relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: [T]?.Type) -> _OptionalToManyStorage<T> {
    .init()
}

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<V: _AttributeValue>(
    like value: @autoclosure () -> V
) -> _AttributeStorage<_NativeCodec<V>> { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    like value: @autoclosure () -> V
) -> _AttributeStorage<_RawValueCodec<V>> where V.RawValue: _AttributeValue { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    like value: @autoclosure () -> V?
) -> _AttributeStorage<_OptionalCodec<_RawValueCodec<V>>> where V.RawValue: _AttributeValue {
    .init()
}

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<T: PersistentModel>(like value: @autoclosure () -> T?) -> _ToOneStorage<T> {
    .init()
}

/// Returns storage for the type of a default value, without evaluating the value.
@_disfavoredOverload
public func _storage<V: Codable>(like value: @autoclosure () -> V) -> _CodableStorage<V> { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<T: PersistentModel>(
    like value: @autoclosure () -> T
) -> _RequiredToOneStorage<T> { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<T: PersistentModel>(
    like value: @autoclosure () -> [T]
) -> _ToManyStorage<T> { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
@inlinable
public func _storage<T: PersistentModel>(
    like value: @autoclosure () -> [T]?
) -> _OptionalToManyStorage<T> { .init() }

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
