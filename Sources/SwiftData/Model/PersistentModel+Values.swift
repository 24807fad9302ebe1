// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension PersistentModel {
    /// Returns the value of an attribute.
    @_disfavoredOverload
    public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value where Value: Decodable {
        self[keyPath: key]
    }
    /// Returns the value of a required to-one relationship.
    public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value
    where Value: PersistentModel { self[keyPath: key] }
    /// Returns the value of an optional to-one relationship.
    public func getValue<Value>(forKey key: KeyPath<Self, Value?>) -> Value?
    where Value: PersistentModel { self[keyPath: key] }
    /// Returns the value of a to-many relationship.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        self[keyPath: key]
    }
    /// Returns the value of a to-many relationship with a decodable collection.
    public func getValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        self[keyPath: key]
    }
    /// Returns the value of a transformable attribute.
    public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value {
        self[keyPath: key]
    }
    /// Sets the value of an attribute.
    @_disfavoredOverload
    public func setValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: Encodable { assign(newValue, at: key) }
    /// Sets the value of a required to-one relationship.
    public func setValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: PersistentModel { assign(newValue, at: key) }
    /// Sets the value of an optional to-one relationship.
    public func setValue<Value>(forKey key: KeyPath<Self, Value?>, to newValue: Value?)
    where Value: PersistentModel { assign(newValue, at: key) }
    /// Sets the value of a to-many relationship.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        assign(newValue, at: key)
    }
    /// Sets the value of a to-many relationship with an encodable collection.
    public func setValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        assign(newValue, at: key)
    }
    /// Sets the value of a transformable attribute.
    public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
        assign(newValue, at: key)
    }

    /// Sets a property if its key path is writable.
    func assign<Value>(_ newValue: Value, at key: KeyPath<Self, Value>) {
        guard let key = key as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: key] = newValue
    }
}

extension PersistentModel {
    /// Creates a model without values and context.
    static func makeEmpty() -> Self {
        Self(backingData: _EmptyBackingData<Self>())
    }
}
