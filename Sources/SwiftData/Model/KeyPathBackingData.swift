// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Backing data that accesses attributes and relationships in the same way.
public protocol _KeyPathBackingData<Model>: BackingData {
    /// Returns the value of a property.
    func value<Value>(at key: KeyPath<Model, Value>) -> Value
    /// Sets a property if its key path is writable.
    func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>)
}

extension _KeyPathBackingData {
    /// Returns the value of an attribute.
    @_disfavoredOverload
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable {
        value(at: key)
    }
    /// Returns the value of a required to-one relationship.
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: PersistentModel { value(at: key) }
    /// Returns the value of an optional to-one relationship.
    public func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value?
    where Value: PersistentModel { value(at: key) }
    /// Returns the value of a to-many relationship.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement { value(at: key) }
    /// Returns the value of a to-many relationship with a decodable collection.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        value(at: key)
    }
    /// Returns the value of a transformable attribute.
    public func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        value(at: key)
    }
    /// Sets the value of an attribute.
    @_disfavoredOverload
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable { set(newValue, at: key) }
    /// Sets the value of a required to-one relationship.
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: PersistentModel { set(newValue, at: key) }
    /// Sets the value of an optional to-one relationship.
    public func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
    where Value: PersistentModel { set(newValue, at: key) }
    /// Sets the value of a to-many relationship.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        set(newValue, at: key)
    }
    /// Sets the value of a to-many relationship with an encodable collection.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        set(newValue, at: key)
    }
    /// Sets the value of a transformable attribute.
    public func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
    { set(newValue, at: key) }
}
