// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Storage of an attribute that may have a column for each field of a struct.
protocol CompositeStorage: _StoredAttribute {
    /// Returns the value that the type decodes for a column if its field is missing; nil if the
    /// type requires the field.
    static func valueOfMissingColumn(_ offset: Int) -> _ColumnValue?
    /// Returns the column values of a value that was stored as JSON.
    static func columnValues(ofJSON text: String) throws -> [_ColumnValue]
}

/// The storage of an attribute of a `Codable` type: one column for each field of a struct, or one
/// JSON column for any other type.
public struct _CodableStorage<Value: Codable>: CompositeStorage {
    /// The value, or nil if it is not loaded.
    public var loaded: Value?

    /// Creates storage without a loaded value.
    public init() { loaded = nil }
    /// Creates storage that holds a value.
    public init(value: Value) { loaded = value }

    /// A composite attribute, or an attribute with a JSON column.
    public static var kind: _PropertyKind {
        guard let shape = _CompositeShape.of(Value.self) else {
            return .attribute(_JSONCodec<Value>.columnType)
        }
        return .composite(shape, isOptional: false)
    }
    /// The placeholder of the type; nil if none can be created.
    public static var placeholder: Value? { Placeholder.value(of: Value.self) }

    /// Decodes the value from the property's columns.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        do {
            loaded =
                if let shape = row.shape(of: index) {
                    try Value(from: CompositeDecoder(copy row, shape: shape, at: column))
                } else {
                    try _JSONCodec<Value>.decode(row, column: column)
                }
        } catch {
            guard row.isLenient, Self.placeholder != nil else { throw error }
            loaded = nil
        }
    }

    /// Encodes the value into the property's columns.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        guard row.column(of: index) >= 0, let loaded else { return }
        row.set(try Self.columnValues(of: loaded), at: index)
    }

    /// Returns the values of the property's columns.
    public static func columnValues(of value: Value) throws -> [_ColumnValue] {
        guard let shape = _CompositeShape.of(Value.self) else {
            return [try _JSONCodec<Value>.columnValue(value)]
        }
        var columns = [_ColumnValue](repeating: .null, count: shape.columns.count)
        try CompositeEncoder.encode(value, shape: shape, into: &columns)
        return columns
    }

    /// Creates type-erased access to the attribute.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Value>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(attribute: CompositeAccess(keyPath: keyPath, storage: storage))
    }

    static func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? {
        guard let shape = _CompositeShape.of(Value.self), let value = placeholder,
            let columns = try? columnValues(of: value)
        else { return nil }
        let rest = shape.removing(column: offset)
        var row = columns
        row.remove(at: offset)
        guard
            let found = try? CompositeDecoder.value(of: Value.self, shape: rest, in: row),
            let values = try? columnValues(of: found)
        else { return nil }
        return values[offset]
    }

    static func columnValues(ofJSON text: String) throws -> [_ColumnValue] {
        try columnValues(of: try JSONDecoder().decode(Value.self, from: Data(text.utf8)))
    }
}

/// The storage of an attribute of an optional `Codable` type.
///
/// A struct is stored in a column that is not NULL if there is a value, and in the columns of its
/// fields.
public struct _OptionalCodableStorage<Wrapped: Codable>: CompositeStorage {
    /// An optional of the stored type.
    public typealias Value = Wrapped?
    /// The value, or nil if it is not loaded.
    public var loaded: Wrapped??

    /// Creates storage without a loaded value.
    public init() { loaded = nil }
    /// Creates storage that holds a value.
    public init(value: Wrapped?) { loaded = .some(value) }

    /// A composite attribute, or an attribute with a JSON column.
    public static var kind: _PropertyKind {
        guard let shape = _CompositeShape.of(Wrapped.self) else {
            return .attribute(_JSONCodec<Wrapped>.columnType.optional)
        }
        return .composite(shape, isOptional: true)
    }
    /// The placeholder of an optional; always nil.
    public static var placeholder: Wrapped?? { .some(nil) }

    /// Decodes the value from the property's columns.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        do {
            loaded =
                if row.isNull(column) {
                    .some(nil)
                } else if let shape = row.shape(of: index) {
                    try Wrapped(from: CompositeDecoder(copy row, shape: shape, at: column + 1))
                } else {
                    try _JSONCodec<Wrapped>.decode(row, column: column)
                }
        } catch {
            guard row.isLenient else { throw error }
            loaded = nil
        }
    }

    /// Encodes the value into the property's columns.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        guard row.column(of: index) >= 0, let loaded else { return }
        row.set(try Self.columnValues(of: loaded), at: index)
    }

    /// Returns the values of the property's columns; NULL for nil.
    public static func columnValues(of value: Wrapped?) throws -> [_ColumnValue] {
        guard let shape = _CompositeShape.of(Wrapped.self) else {
            return [try value.map { try _JSONCodec<Wrapped>.columnValue($0) } ?? .null]
        }
        guard let value else {
            return [_ColumnValue](repeating: .null, count: shape.columns.count + 1)
        }
        return [.integer(1)] + (try _CodableStorage<Wrapped>.columnValues(of: value))
    }

    /// Creates type-erased access to the attribute.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Wrapped?>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(attribute: CompositeAccess(keyPath: keyPath, storage: storage))
    }

    static func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? {
        offset == 0 ? nil : _CodableStorage<Wrapped>.valueOfMissingColumn(offset - 1)
    }

    static func columnValues(ofJSON text: String) throws -> [_ColumnValue] {
        guard text != "null" else { return try columnValues(of: nil) }
        return [.integer(1)] + (try _CodableStorage<Wrapped>.columnValues(ofJSON: text))
    }
}
