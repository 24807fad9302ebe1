// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Backing data that treats all kinds of properties alike.
public protocol _KeyPathBackingData<Model>: BackingData {
    /// The value of a property.
    func value<Value>(at key: KeyPath<Model, Value>) -> Value
    /// Sets a property, if it can be set.
    func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>)
}

extension _KeyPathBackingData {
    /// The value of an attribute.
    @_disfavoredOverload
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable {
        value(at: key)
    }
    /// The value of a required relationship.
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: PersistentModel { value(at: key) }
    /// The value of an optional relationship.
    public func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value?
    where Value: PersistentModel { value(at: key) }
    /// The value of a to-many relationship.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement { value(at: key) }
    /// The value of a to-many relationship of models that can be decoded.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        value(at: key)
    }
    /// The value of an attribute that a transformer stores.
    public func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        value(at: key)
    }
    /// Sets an attribute.
    @_disfavoredOverload
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable { set(newValue, at: key) }
    /// Sets a required relationship.
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: PersistentModel { set(newValue, at: key) }
    /// Sets an optional relationship.
    public func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
    where Value: PersistentModel { set(newValue, at: key) }
    /// Sets a to-many relationship.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        set(newValue, at: key)
    }
    /// Sets a to-many relationship of models that can be encoded.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        set(newValue, at: key)
    }
    /// Sets an attribute that a transformer stores.
    public func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    { set(newValue, at: key) }
}
