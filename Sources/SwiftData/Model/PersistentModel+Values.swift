// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension PersistentModel {
    /// The value of an attribute.
    @_disfavoredOverload
    public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value where Value: Decodable {
        self[keyPath: key]
    }
    /// The value of a required relationship.
    public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value
    where Value: PersistentModel { self[keyPath: key] }
    /// The value of an optional relationship.
    public func getValue<Value>(forKey key: KeyPath<Self, Value?>) -> Value?
    where Value: PersistentModel { self[keyPath: key] }
    /// The value of a to-many relationship.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        self[keyPath: key]
    }
    /// The value of a to-many relationship of models that can be decoded.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        self[keyPath: key]
    }
    /// The value of an attribute that a transformer stores.
    public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value {
        self[keyPath: key]
    }
    /// Sets an attribute.
    @_disfavoredOverload
    public func setValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: Encodable { assign(newValue, at: key) }
    /// Sets a required relationship.
    public func setValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: PersistentModel { assign(newValue, at: key) }
    /// Sets an optional relationship.
    public func setValue<Value>(forKey key: KeyPath<Self, Value?>, to newValue: Value?)
    where Value: PersistentModel { assign(newValue, at: key) }
    /// Sets a to-many relationship.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        assign(newValue, at: key)
    }
    /// Sets a to-many relationship of models that can be encoded.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        assign(newValue, at: key)
    }
    /// Sets an attribute that a transformer stores.
    public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
        assign(newValue, at: key)
    }

    /// Sets a property, if it can be set.
    func assign<Value>(_ newValue: Value, at key: KeyPath<Self, Value>) {
        guard let key = key as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: key] = newValue
    }
}
