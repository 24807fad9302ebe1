// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Type-erased access to a property of a model type.
///
/// Schema creation, inverse maintenance, delete rules and history use it. Fetching and saving rows
/// use the code that `@Model` generates instead.
public class _PropertyAccess: @unchecked Sendable {
    // Unchecked, because its variables are set once, before the object is shared.

    let keyPath: AnyKeyPath
    let kind: _PropertyKind
    /// Returns the column values of the declared default value; nil if the property has no default.
    var makeDefaultColumnValues: (() throws -> [_ColumnValue])?
    /// The value transformer of a transformable attribute; set with the schema of a container.
    var transformation: ValueTransformation?

    init(keyPath: AnyKeyPath, kind: _PropertyKind) {
        self.keyPath = keyPath
        self.kind = kind
    }

    /// Whether a value transformer converts the values.
    var isTransformable: Bool { false }
    /// Returns whether the value is loaded.
    func isLoaded(_ model: any PersistentModel) -> Bool { false }
    /// Returns whether the value can be read without its row: it is loaded, or has a default or a
    /// placeholder.
    func isReadable(_ model: any PersistentModel) -> Bool { true }
    /// Discards the value, so that the next access loads it.
    func unload(_ model: any PersistentModel) {}
    /// Replaces strong references to models with their keys.
    func releaseModels(_ model: any PersistentModel) {}
    /// Calls `change` and notifies observers before and after.
    func notifying(_ model: any PersistentModel, _ change: () -> Void) { change() }
    /// Returns the column values of an attribute; none for relationships and values that are not
    /// loaded.
    func columnValues(_ model: any PersistentModel) throws -> [_ColumnValue] { [] }
    /// Returns the value that a composite decodes for a column if its field is missing; nil if the
    /// field is required, for the presence of an optional struct, and for other attributes.
    func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? { nil }
    /// Returns the column values of an attribute of another form that was stored as JSON.
    ///
    /// - Throws: `DecodingError` if the JSON does not have the form of the type.
    func columnValues(ofJSON text: String) throws -> [_ColumnValue] { [] }
    /// Returns the type-erased value; nil if it is not loaded.
    func value(_ model: any PersistentModel) -> Any? { nil }
    /// The declared type of the property.
    var valueType: any Any.Type { Any.self }
    /// Returns the type-erased value in a row; nil if the row does not contain it.
    func value(in row: _RowDecoder, at index: Int) throws -> Any? { nil }
    /// Returns the column values of a type-erased value; nil if it is of another type.
    func columnValues(ofAny value: Any) throws -> [_ColumnValue]? { nil }
    /// Sets the value from a type-erased value; ignores values of another type.
    func setValue(_ value: Any, of model: any PersistentModel) {}

    /// Copies the value to another object of the class, which serves as a record of it.
    func copyValue(of model: any PersistentModel, to record: any PersistentModel) {}
    /// Sets the value to a recorded one; of a to-many relationship, only the order.
    func restoreValue(of model: any PersistentModel, from record: any PersistentModel) {}

    /// Returns the loaded models of a relationship; nil if they are not known.
    func targets(_ model: any PersistentModel) -> [any PersistentModel]? { nil }
    /// Returns the loaded model of a to-one relationship, or `nil`.
    func target(_ model: any PersistentModel) -> (any PersistentModel)? { nil }
    /// Returns the key of a to-one relationship's model; nil if it is unknown or there is none.
    func targetKey(_ model: any PersistentModel) -> Int64? { nil }
    /// Returns the key of the last model of a loaded to-many relationship; nil if it has none.
    func lastKey(_ model: any PersistentModel) -> Int64? { nil }
    /// Returns whether a loaded relationship contains a model.
    func contains(_ target: any PersistentModel, in model: any PersistentModel) -> Bool {
        self.target(model) === target
    }
    /// Adds a model to a relationship in memory.
    func insert(_ target: any PersistentModel, into model: any PersistentModel) {}
    /// Removes a model from a relationship in memory.
    func remove(_ target: any PersistentModel, from model: any PersistentModel) {}
    /// Assigns a type-erased value to the property; ignores values of another type.
    func assign(_ value: Any, to model: any PersistentModel) {}
    /// Assigns models to the relationship.
    func assignTargets(_ targets: [any PersistentModel], to model: any PersistentModel) {}
    /// Sets the models of a relationship in memory.
    ///
    /// - Parameters:
    ///   - targets: The models.
    ///   - model: The owner of the relationship.
    ///   - wasAccessed: Whether the relationship counts as read, even if there are no models.
    func setTargets(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        wasAccessed: Bool = false
    ) {}
    /// Moves the last model of a to-many relationship to its place in the order of primary keys.
    func placeLast(of model: any PersistentModel) {}
    /// Discards the models of a to-many relationship that was neither assigned nor read.
    func releaseUnaccessed(_ model: any PersistentModel) {}
}

/// Access to a property with a known model and storage type.
class TypedPropertyAccess<Model: PersistentModel, Storage: _PropertyStorage>: _PropertyAccess,
    @unchecked Sendable
{
    // Unchecked as in the superclass; key paths and functions are immutable.

    let typedKeyPath: KeyPath<Model, Storage.Value>
    private let storage: _StorageAccess<Model, Storage>

    init(
        keyPath: KeyPath<Model, Storage.Value>,
        storage: @escaping _StorageAccess<Model, Storage>
    ) {
        self.typedKeyPath = keyPath
        self.storage = storage
        super.init(keyPath: keyPath, kind: Storage.kind)
    }

    /// Calls `body` with the storage of the property, unless the model is of another class.
    final func withStorage(of model: any PersistentModel, _ body: (inout Storage) -> Void) {
        if let model = Model.cast(model) { storage(model, body) }
    }

    /// Returns the storage of the property; nil for a model of another class.
    private func storage(of model: any PersistentModel) -> Storage? {
        var storage: Storage?
        withStorage(of: model) { storage = $0 }
        return storage
    }

    /// Changes the storage of the property, and releases the previous storage after the access.
    ///
    /// The deinitializers of models may read the property.
    fileprivate final func changeStorage(
        of model: any PersistentModel,
        _ change: (inout Storage) -> Void
    ) {
        var former: Storage?
        withStorage(of: model) { storage in
            former = storage
            change(&storage)
        }
        withExtendedLifetime(former) {}
    }

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        var isLoaded = false
        withStorage(of: model) { isLoaded = $0.loaded != nil }
        return isLoaded
    }

    override func isReadable(_ model: any PersistentModel) -> Bool {
        guard kind.destination == nil, makeDefaultColumnValues == nil, model is Model else {
            return true
        }
        return isLoaded(model) || Storage.placeholder != nil
    }

    override func unload(_ model: any PersistentModel) {
        changeStorage(of: model) { $0 = Storage() }
    }

    override func releaseModels(_ model: any PersistentModel) {
        changeStorage(of: model) { $0.releaseModels() }
    }

    override func notifying(_ model: any PersistentModel, _ change: () -> Void) {
        guard model._$model.isObserved, let model = Model.cast(model) else { return change() }
        model._$model.withMutation(model, keyPath: typedKeyPath, change)
    }

    override func value(_ model: any PersistentModel) -> Any? { storage(of: model)?.loaded }

    override func setValue(_ value: Any, of model: any PersistentModel) {
        guard let value = value as? Storage.Value else { return }
        changeStorage(of: model) { $0 = Storage(value: value) }
    }

    override func assign(_ value: Any, to model: any PersistentModel) {
        guard let model = Model.cast(model), let value = value as? Storage.Value,
            let keyPath = typedKeyPath as? ReferenceWritableKeyPath<Model, Storage.Value>
        else { return }
        model[keyPath: keyPath] = value
    }

    override func copyValue(of model: any PersistentModel, to record: any PersistentModel) {
        guard let value = storage(of: model) else { return }
        changeStorage(of: record) { $0 = value }
    }

    override func restoreValue(of model: any PersistentModel, from record: any PersistentModel) {
        copyValue(of: record, to: model)
    }

    override func columnValues(_ model: any PersistentModel) throws -> [_ColumnValue] {
        guard let value = storage(of: model)?.loaded else { return [] }
        return try columnValues(of: value)
    }

    override var valueType: any Any.Type { Storage.Value.self }

    override func value(in row: _RowDecoder, at index: Int) throws -> Any? {
        var storage = Storage()
        try storage.decode(row, at: index)
        return storage.loaded
    }

    override func columnValues(ofAny value: Any) throws -> [_ColumnValue]? {
        try (value as? Storage.Value).map(columnValues)
    }

    func columnValues(of value: Storage.Value) throws -> [_ColumnValue] {
        try Storage.columnValues(of: value)
    }

    override func columnValues(ofJSON text: String) throws -> [_ColumnValue] {
        var storage = Storage()
        try storage.decode(_RowDecoder(.text(text)), at: 0)
        return try storage.loaded.map(columnValues) ?? []
    }
}

final class TransformableAccess<Model: PersistentModel, Value>:
    TypedPropertyAccess<Model, _TransformableStorage<Value>>, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override var isTransformable: Bool { true }

    override func columnValues(of value: Value) throws -> [_ColumnValue] {
        try [ValueTransformation.required(transformation).columnValue(of: value)]
    }
}

final class CompositeAccess<Model: PersistentModel, Storage: CompositeStorage>:
    TypedPropertyAccess<Model, Storage>, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? {
        Storage.valueOfMissingColumn(offset)
    }

    override func columnValues(ofJSON text: String) throws -> [_ColumnValue] {
        try Storage.columnValues(ofJSON: text)
    }
}

final class ToOneAccess<Model: PersistentModel, Storage: ToOneStorage>:
    TypedPropertyAccess<Model, Storage>, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        var isLoaded = false
        withStorage(of: model) { isLoaded = $0.isLoaded }
        return isLoaded
    }

    override func targets(_ model: any PersistentModel) -> [any PersistentModel]? {
        var targets: [any PersistentModel]?
        withStorage(of: model) { storage in
            guard storage.isLoaded else { return }
            guard let target = storage.target else { return targets = [] }
            targets = [target]
        }
        return targets
    }

    override func target(_ model: any PersistentModel) -> (any PersistentModel)? {
        var found: (any PersistentModel)?
        withStorage(of: model) { found = $0.target }
        return found
    }

    override func targetKey(_ model: any PersistentModel) -> Int64? {
        var key: Int64?
        withStorage(of: model) { key = $0.key }
        return key
    }

    /// Sets the target, and releases the previous model after the access to the property, because
    /// its deinitializer may read the property.
    private func set(_ target: (any PersistentModel)?, of model: any PersistentModel) {
        var former: (any PersistentModel)?
        withStorage(of: model) { former = $0.set(target) }
        withExtendedLifetime(former) {}
    }

    override func insert(_ target: any PersistentModel, into model: any PersistentModel) {
        guard Storage.Target.cast(target) != nil else { return }
        set(target, of: model)
    }

    override func remove(_ target: any PersistentModel, from model: any PersistentModel) {
        // A reference that has moved to another model stays.
        if let current = self.target(model), current !== target { return }
        set(nil, of: model)
    }

    override func assignTargets(_ targets: [any PersistentModel], to model: any PersistentModel) {
        assign(targets.first as? Storage.Target as Any, to: model)
    }

    override func setTargets(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        wasAccessed: Bool = false
    ) {
        set(targets.first, of: model)
    }
}

final class ToManyAccess<Model: PersistentModel, Storage: ToManyStorage>:
    TypedPropertyAccess<Model, Storage>, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        var isLoaded = false
        withStorage(of: model) { isLoaded = $0.isLoaded }
        return isLoaded
    }

    override func targets(_ model: any PersistentModel) -> [any PersistentModel]? {
        var targets: [any PersistentModel]?
        withStorage(of: model) { targets = $0.targets }
        return targets
    }

    override func contains(
        _ target: any PersistentModel,
        in model: any PersistentModel
    ) -> Bool {
        guard let target = Storage.Target.cast(target) else { return false }
        var contains = false
        withStorage(of: model) { contains = $0.related?.contains(target) == true }
        return contains
    }

    override func lastKey(_ model: any PersistentModel) -> Int64? {
        var key: Int64?
        withStorage(of: model) { key = $0.related?.lastKey }
        return key
    }

    override func insert(_ target: any PersistentModel, into model: any PersistentModel) {
        var dropped: [AnyObject] = []
        withStorage(of: model) { dropped = $0.insert(target) }
        withExtendedLifetime(dropped) {}
    }

    override func remove(_ target: any PersistentModel, from model: any PersistentModel) {
        guard let target = Storage.Target.cast(target) else { return }
        var dropped: [Storage.Target]?
        withStorage(of: model) { dropped = $0.related?.remove(target) }
        withExtendedLifetime(dropped) {}
    }

    override func assignTargets(_ targets: [any PersistentModel], to model: any PersistentModel) {
        assign(Storage.Target.cast(targets), to: model)
    }

    override func setTargets(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        wasAccessed: Bool = false
    ) {
        var former: [AnyObject] = []
        withStorage(of: model) {
            former = $0.set(targets, wasAccessed: wasAccessed || !targets.isEmpty)
        }
        withExtendedLifetime(former) {}
    }

    override func restoreValue(of model: any PersistentModel, from record: any PersistentModel) {
        var former: Storage?
        withStorage(of: record) { former = $0 }
        guard let former, let models = former.related else { return }
        var dropped: [Storage.Target]?
        withStorage(of: model) { storage in
            if models.isEmpty, storage.related?.isEmpty == true {
                // One may be `nil` and the other empty.
                storage = former
            } else {
                dropped = storage.related?.reorder(like: models)
            }
        }
        withExtendedLifetime(dropped) {}
    }

    override func placeLast(of model: any PersistentModel) {
        var dropped: [Storage.Target]?
        withStorage(of: model) { dropped = $0.related?.placeLast() }
        withExtendedLifetime(dropped) {}
    }

    override func releaseUnaccessed(_ model: any PersistentModel) {
        var dropped: [AnyObject] = []
        withStorage(of: model) { dropped = $0.releaseUnaccessed() }
        withExtendedLifetime(dropped) {}
    }
}
