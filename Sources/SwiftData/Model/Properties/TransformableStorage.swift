// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The storage of an attribute that a value transformer converts to data.
public struct _TransformableStorage<Value>: _StoredAttribute {
    /// The value, or nil if it is not loaded.
    public var loaded: Value?

    /// Creates storage without a loaded value.
    public init() { loaded = nil }
    /// Creates storage that holds a value.
    public init(value: Value) { loaded = value }

    /// An attribute with a data column; it allows NULL if `Value` is an optional.
    public static var kind: _PropertyKind {
        .attribute(_ColumnType(.data, isOptional: Value.self is any OptionalType.Type))
    }
    /// The value `nil` of an optional, or a value decoded from zeros; `nil` if neither exists.
    public static var placeholder: Value? { none ?? Placeholder.value(of: Value.self) }

    /// The value nil; nil if `Value` is not an optional.
    private static var none: Value? {
        (Value.self as? any OptionalType.Type)?.noValue as? Value
    }

    /// Converts the data in the property's column.
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        do {
            if row.isNull(column), let none = Self.none {
                loaded = none
            } else {
                let data = try row.data(column)
                loaded = try row.transformation(of: index).value(of: data, as: Value.self)
            }
        } catch {
            guard row.isLenient, Self.placeholder != nil else { throw error }
            loaded = nil
        }
    }

    /// Converts the value into the property's column.
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0, let loaded else { return }
        row.set(try row.transformation(of: index).columnValue(of: loaded), column)
    }

    /// Creates type-erased access to the attribute.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Value>,
        storage: @escaping _StorageAccess<M, Self>
    ) -> _PropertyAccess {
        _PropertyAccess(attribute: TransformableAccess(keyPath: keyPath, storage: storage))
    }
}

/// Returns storage for a type that a value transformer converts.
public func _transformableStorage<V>(of type: V.Type) -> _TransformableStorage<V> { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
public func _transformableStorage<V>(
    like value: @autoclosure () -> V
) -> _TransformableStorage<V> { .init() }

/// Returns storage for a type that is stored as opaque JSON.
public func _codableStorage<V: Codable>(
    of type: V.Type
) -> _AttributeStorage<_JSONCodec<V>> { .init() }

/// Returns storage for the type of a default value, without evaluating the value.
public func _codableStorage<V: Codable>(
    like value: @autoclosure () -> V
) -> _AttributeStorage<_JSONCodec<V>> { .init() }
