// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A container for the values of a model, accessed by key path.
///
/// ## Topics
///
/// ### Creating backing data
///
/// - ``init(for:)``
/// - ``Model``
///
/// ### Model
///
/// - ``persistentModelID``
/// - ``metadata``
///
/// ### Values of transformable attributes
///
/// - ``getTransformableValue(forKey:)``
/// - ``setTransformableValue(forKey:to:)``
public protocol BackingData<Model> {
    /// The model type.
    associatedtype Model: PersistentModel
    /// Creates backing data for a new model.
    init(for modelType: Model.Type)
    /// The identifier of the model; nil if it has none.
    var persistentModelID: PersistentIdentifier? { get set }
    /// Implementation-defined information about the backing data.
    var metadata: Any { get }
    /// Whether the backing data may have values; true by default.
    var _hasValues: Bool { get }
    /// Returns the value of an attribute.
    @_disfavoredOverload
    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable
    /// Returns the value of a required to-one relationship.
    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel
    /// Returns the value of an optional to-one relationship.
    func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel
    /// Returns the value of a to-many relationship.
    func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Returns the value of a to-many relationship with a decodable collection.
    func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Returns the value of a transformable attribute.
    func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value
    /// Sets the value of an attribute.
    @_disfavoredOverload
    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable
    /// Sets the value of a required to-one relationship.
    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: PersistentModel
    /// Sets the value of an optional to-one relationship.
    func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
    where Value: PersistentModel
    /// Sets the value of a to-many relationship.
    func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Sets the value of a to-many relationship with an encodable collection.
    func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Sets the value of a transformable attribute.
    func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
}

extension BackingData {
    /// Whether the backing data may have values; always true.
    public var _hasValues: Bool { true }
}

/// Backing data for models without loaded values.
public struct _EmptyBackingData<Model: PersistentModel>: _KeyPathBackingData {
    // It has no stored properties, so that fetching a row allocates nothing for it.

    /// The identifier of the model; always nil.
    public var persistentModelID: PersistentIdentifier? {
        get { nil }
        set {}
    }
    /// Implementation-defined information; always an empty tuple.
    public var metadata: Any { () }
    /// Whether the backing data has values; always false.
    public var _hasValues: Bool { false }

    init() {}
    /// Creates backing data without values.
    public init(for modelType: Model.Type) {}
    /// Returns the value of a property of a model without values.
    public func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        Model(backingData: self)[keyPath: key]
    }
    /// Ignores the value.
    public func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {}
}

/// Backing data with values of its own rather than an existing model's.
protocol DetachedValues {
    /// The values set so far, keyed by key path.
    var values: [AnyKeyPath: Any] { get }
}

/// Backing data that keeps values until a model is created from them.
public final class _DetachedBackingData<Model: PersistentModel>: _KeyPathBackingData, DetachedValues
{
    /// The identifier of the future model; nil if it has none.
    public var persistentModelID: PersistentIdentifier?
    /// The values set so far, keyed by key path.
    private(set) var values: [AnyKeyPath: Any] = [:]
    /// The values set so far, keyed by key path.
    public var metadata: Any { values }

    /// Creates backing data without values.
    public init(for modelType: Model.Type) {}

    /// Returns the value set for a property, or the value of a model without values.
    public func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        values[key] as? Value ?? _EmptyBackingData().value(at: key)
    }

    /// Stores a value for a property.
    public func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {
        values[key] = newValue
    }
}

/// Backing data that reads and writes the properties of an existing model.
public struct _ModelBackingData<Model: PersistentModel>: _KeyPathBackingData {
    let model: Model
    /// The identifier of the model; setting it has no effect.
    public var persistentModelID: PersistentIdentifier? {
        get { model.persistentModelID }
        set {}
    }
    /// The type of the model.
    public var metadata: Any { Model.self }

    init(_ model: Model) { self.model = model }
    /// Creates backing data for a new model without values.
    public init(for modelType: Model.Type) {
        model = Model(backingData: _EmptyBackingData<Model>())
    }
    /// Returns the value of a property of the model.
    public func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        model[keyPath: key]
    }
    /// Sets a property of the model if its key path is writable.
    public func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {
        model.assign(newValue, at: key)
    }
}
