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
    /// The value of a property.
    func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value
    /// Sets the value of a property.
    func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
}

/// Backing data of models whose values are yet to be loaded.
public struct _EmptyBackingData<Model: PersistentModel>: BackingData {
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
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        Model(backingData: self)[keyPath: key]
    }
    /// Does nothing.
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {}
}

/// Backing data that keeps values until a model is made of them.
public final class _DetachedBackingData<Model: PersistentModel>: BackingData {
    /// The identifier of the model to be, if it has one.
    public var persistentModelID: PersistentIdentifier?
    private(set) var values: [AnyKeyPath: Any] = [:]
    /// The values that were set.
    public var metadata: Any { values }

    /// Makes backing data without values.
    public init(for modelType: Model.Type) {}

    /// The value that was set, or the one that a model without values has.
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        values[key] as? Value ?? _EmptyBackingData().getValue(forKey: key)
    }

    /// Keeps a value.
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        values[key] = newValue
    }
}

/// Backing data that reads and writes the properties of a model.
public struct _ModelBackingData<Model: PersistentModel>: BackingData {
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
    public func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
        model[keyPath: key]
    }
    /// Sets the property, if it can be set.
    public func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
        guard let key = key as? ReferenceWritableKeyPath<Model, Value> else { return }
        model[keyPath: key] = newValue
    }
}
