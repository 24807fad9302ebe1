// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The typed place inside a model where one property lives.
///
/// `@Model` gives each persisted property such a place, chosen by `_storage(of:)` from the declared
/// type. It knows whether the value has been loaded, and moves it from and to rows.
public protocol _PropertyStorage {
    /// The declared type of the property.
    associatedtype Value
    /// Makes a place whose value isn't loaded.
    init()
    /// Makes a place that holds a value.
    init(value: Value)
    /// The value, or nil while it isn't loaded.
    var loaded: Value? { get }
    /// What the property is to the schema.
    static var kind: _PropertyKind { get }
    /// Stands in for a value that can't be had; nil when the type offers none.
    static var placeholder: Value? { get }
    /// Takes the value of the property at `index` from a row, when the row has it.
    mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws
    /// Gives the value of the property at `index` to a row, when the row wants it.
    func encode(into row: inout _RowEncoder, at index: Int) throws
    /// Removes strong references to other models, keeping the rest readable.
    mutating func releaseModels()
    /// The stored form of a value; nil for relationships.
    static func columnValue(of value: Value) throws -> _ColumnValue?
    /// Makes the object through which code that knows neither type reaches the property.
    static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Value>,
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess
}

extension _PropertyStorage {
    /// Does nothing.
    public mutating func releaseModels() {}
    /// Nil.
    public static func columnValue(of value: Value) throws -> _ColumnValue? { nil }
}

/// What a property is to the schema.
public enum _PropertyKind: Sendable {
    /// A column of its own.
    case attribute(_ColumnType)
    /// A reference to a model.
    case toOne(any PersistentModel.Type, isOptional: Bool)
    /// References to any number of models.
    case toMany(any PersistentModel.Type, isOptional: Bool)
}

/// A property was given a value; zero-sized, so that it costs a model nothing.
///
/// Because `@Model` declares one without a default for each property, Swift demands that an
/// initializer assigns the property.
public struct _Initialized: Sendable {
    /// Marks a property as assigned.
    public init() {}
}

/// The storage of an attribute.
public struct _AttributeStorage<Codec: _AttributeCodec>: _PropertyStorage {
    /// The declared type of the attribute.
    public typealias Value = Codec.Value
    /// The value, or nil while it isn't loaded.
    public var loaded: Codec.Value?

    /// Makes a place whose value isn't loaded.
    @inlinable
    public init() { loaded = nil }
    /// Makes a place that holds a value.
    @inlinable
    public init(value: Codec.Value) { loaded = value }
    /// An attribute of the codec's column type.
    public static var kind: _PropertyKind { .attribute(Codec.columnType) }
    /// The codec's.
    public static var placeholder: Codec.Value? { Codec.placeholder }

    /// Takes the value from the property's column.
    @inlinable
    public mutating func decode(_ row: borrowing _RowDecoder, at index: Int) throws {
        let column = row.column(of: index)
        guard column >= 0 else { return }
        loaded = try Codec.decode(row, column: column)
    }

    /// Gives the value to the property's column.
    @inlinable
    public func encode(into row: inout _RowEncoder, at index: Int) throws {
        guard row.wants(index), let loaded else { return }
        row.set(try Codec.columnValue(loaded), at: index)
    }

    /// The codec's.
    public static func columnValue(of value: Codec.Value) throws -> _ColumnValue? {
        try Codec.columnValue(value)
    }

    /// Access to an attribute.
    public static func makeAccess<M: PersistentModel>(
        keyPath: KeyPath<M, Codec.Value>,
        storage: ReferenceWritableKeyPath<M, Self>
    ) -> _PropertyAccess {
        TypedPropertyAccess(keyPath: keyPath, storage: storage)
    }
}

/// Storage for a type that fills a column as it is.
@inlinable
public func _storage<V: _AttributeValue>(of type: V.Type) -> _AttributeStorage<_NativeCodec<V>> {
    .init()
}

/// Storage for an enum with a raw value.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    of type: V.Type
) -> _AttributeStorage<_RawValueCodec<V>> where V.RawValue: _AttributeValue { .init() }

/// Storage for an optional enum with a raw value.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    of type: V?.Type
) -> _AttributeStorage<_OptionalCodec<_RawValueCodec<V>>> where V.RawValue: _AttributeValue {
    .init()
}

/// Storage for any other value that can be encoded.
@inlinable
@_disfavoredOverload
public func _storage<V: Codable>(of type: V.Type) -> _AttributeStorage<_JSONCodec<V>> { .init() }

/// Storage for a required to-one relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: T.Type) -> _RequiredToOneStorage<T> { .init() }

/// Storage for an optional to-one relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: T?.Type) -> _ToOneStorage<T> { .init() }

/// Storage for a to-many relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: [T].Type) -> _ToManyStorage<T> { .init() }

/// Storage for an optional to-many relationship.
@inlinable
public func _storage<T: PersistentModel>(of type: [T]?.Type) -> _OptionalToManyStorage<T> {
    .init()
}

/// Storage for the type of a default value, which isn't evaluated.
@inlinable
public func _storage<V: _AttributeValue>(
    like value: @autoclosure () -> V
) -> _AttributeStorage<_NativeCodec<V>> { .init() }

/// Storage for the type of a default value, which isn't evaluated.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    like value: @autoclosure () -> V
) -> _AttributeStorage<_RawValueCodec<V>> where V.RawValue: _AttributeValue { .init() }

/// Storage for the type of a default value, which isn't evaluated.
@inlinable
public func _storage<V: RawRepresentable & Codable>(
    like value: @autoclosure () -> V?
) -> _AttributeStorage<_OptionalCodec<_RawValueCodec<V>>> where V.RawValue: _AttributeValue {
    .init()
}

/// Storage for the type of a default value, which isn't evaluated.
@inlinable
public func _storage<T: PersistentModel>(like value: @autoclosure () -> T?) -> _ToOneStorage<T> {
    .init()
}

/// Storage for the type of a default value, which isn't evaluated.
@inlinable
@_disfavoredOverload
public func _storage<V: Codable>(
    like value: @autoclosure () -> V
) -> _AttributeStorage<_JSONCodec<V>> { .init() }

/// Storage for the type of a default value, which isn't evaluated.
@inlinable
public func _storage<T: PersistentModel>(
    like value: @autoclosure () -> [T]
) -> _ToManyStorage<T> { .init() }
