// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of a model by key path.
public protocol BackingData<Model> {
    /// The model type.
    associatedtype Model: PersistentModel
    /// Makes values for a model that no store knows.
    init(for modelType: Model.Type)
    /// The identifier of the model, if it has one.
    var persistentModelID: PersistentIdentifier? { get set }
    /// What the implementation wants to show of itself.
    var metadata: Any { get }
    /// The value of an attribute.
    @_disfavoredOverload
    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable
    /// The value of a required relationship.
    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel
    /// The value of an optional relationship.
    func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel
    /// The value of a to-many relationship.
    func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// The value of a to-many relationship of models that can be decoded.
    func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// The value of an attribute that a transformer stores.
    func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value
    /// Sets an attribute.
    @_disfavoredOverload
    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable
    /// Sets a required relationship.
    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: PersistentModel
    /// Sets an optional relationship.
    func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
    where Value: PersistentModel
    /// Sets a to-many relationship.
    func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Sets a to-many relationship of models that can be encoded.
    func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Sets an attribute that a transformer stores.
    func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
}

/// Backing data of models whose values are yet to be loaded.
public struct _EmptyBackingData<Model: PersistentModel>: _KeyPathBackingData {
    // Without stored properties, so that making one for each fetched row allocates nothing.

    /// Nil.
    public var persistentModelID: PersistentIdentifier? {
        get { nil }
        set {}
    }
    /// Nothing.
    public var metadata: Any { () }

    init() {}
    /// Makes backing data without values.
    public init(for modelType: Model.Type) {}
    /// The value that a model without any has.
    public func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        Model(backingData: self)[keyPath: key]
    }
    /// Does nothing.
    public func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {}
}

/// Backing data that keeps values until a model is made of them.
public final class _DetachedBackingData<Model: PersistentModel>: _KeyPathBackingData {
    /// The identifier of the model to be, if it has one.
    public var persistentModelID: PersistentIdentifier?
    private(set) var values: [AnyKeyPath: Any] = [:]
    /// The values that were set.
    public var metadata: Any { values }

    /// Makes backing data without values.
    public init(for modelType: Model.Type) {}

    /// The value that was set, or the one that a model without values has.
    public func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        values[key] as? Value ?? _EmptyBackingData().value(at: key)
    }

    /// Keeps a value.
    public func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {
        values[key] = newValue
    }
}

/// Backing data that reads and writes the properties of a model.
public struct _ModelBackingData<Model: PersistentModel>: _KeyPathBackingData {
    let model: Model
    /// The identifier of the model; can't be changed.
    public var persistentModelID: PersistentIdentifier? {
        get { model.persistentModelID }
        set {}
    }
    /// The model's class.
    public var metadata: Any { Model.self }

    init(_ model: Model) { self.model = model }
    /// Makes backing data of a new model without values.
    public init(for modelType: Model.Type) {
        model = Model(backingData: _EmptyBackingData<Model>())
    }
    /// The property's value.
    public func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        model[keyPath: key]
    }
    /// Sets the property, if it can be set.
    public func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {
        model.assign(newValue, at: key)
    }
}
