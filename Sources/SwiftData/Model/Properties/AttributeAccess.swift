// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Access to a property with a known model and storage type; by itself, to an attribute.
class StorageAccess<Model: PersistentModel, Storage: _PropertyStorage>: ValueAccess,
    @unchecked Sendable
{
    // Unchecked, because its variables are set once, before the object is shared; key paths and
    // functions are immutable.

    let keyPath: AnyKeyPath
    let kind: _PropertyKind
    var makeDefaultColumnValues: (() throws -> [_ColumnValue])?
    var transformation: ValueTransformation?
    let typedKeyPath: KeyPath<Model, Storage.Value>
    private let storage: _StorageAccess<Model, Storage>

    init(
        keyPath: KeyPath<Model, Storage.Value>,
        storage: @escaping _StorageAccess<Model, Storage>
    ) {
        self.keyPath = keyPath
        self.storage = storage
        typedKeyPath = keyPath
        kind = Storage.kind
    }

    // MARK: Storage

    /// Returns the result of `body` for the storage of the property, of which it changes no value;
    /// nil for a model of another class.
    @inline(__always)
    final func read<Result>(
        _ model: any PersistentModel,
        _ body: (inout Storage) -> Result
    ) -> Result? {
        guard let model = Model.cast(model) else { return nil }
        var result: Result?
        storage(model) { result = body(&$0) }
        return result
    }

    /// Changes the storage of the property, unless the model is of another class.
    ///
    /// The values that `change` returns are released after the access: their deinitializers, and
    /// those of the models that they refer to, may read the property.
    @inline(__always)
    final func exchange<Former>(
        in model: any PersistentModel,
        _ change: (inout Storage) -> Former
    ) {
        guard let model = Model.cast(model) else { return }
        var former: Former?
        storage(model) { former = change(&$0) }
        withExtendedLifetime(former) {}
    }

    /// Replaces the storage of the property.
    private func replace(in model: any PersistentModel, with new: Storage) {
        exchange(in: model) { SwiftData.exchange(&$0, with: new) }
    }

    // MARK: Values

    var valueType: any Any.Type { Storage.Value.self }
    var isTransformable: Bool { false }

    func isLoaded(_ model: any PersistentModel) -> Bool {
        read(model) { $0.loaded != nil } ?? false
    }

    func isReadable(_ model: any PersistentModel) -> Bool {
        guard kind.destination == nil, makeDefaultColumnValues == nil, model is Model else {
            return true
        }
        return isLoaded(model) || Storage.placeholder != nil
    }

    func unload(_ model: any PersistentModel) { replace(in: model, with: Storage()) }

    func notifying(_ model: any PersistentModel, _ change: () -> Void) {
        guard model._$model.isObserved, let model = Model.cast(model) else { return change() }
        model._$model.withMutation(model, keyPath: typedKeyPath, change)
    }

    func value(_ model: any PersistentModel) -> Any? { read(model) { $0.loaded } ?? nil }

    func value(in row: _RowDecoder, at index: Int) throws -> Any? {
        var storage = Storage()
        try storage.decode(row, at: index)
        return storage.loaded
    }

    func setValue(_ value: Any, of model: any PersistentModel) {
        guard let value = value as? Storage.Value else { return }
        replace(in: model, with: Storage(value: value))
    }

    func assign(_ value: Any, to model: any PersistentModel) {
        guard let model = Model.cast(model), let value = value as? Storage.Value,
            let keyPath = typedKeyPath as? ReferenceWritableKeyPath<Model, Storage.Value>
        else { return }
        model[keyPath: keyPath] = value
    }

    func copyValue(of model: any PersistentModel, to record: any PersistentModel) {
        guard let value = read(model, { $0 }) else { return }
        replace(in: record, with: value)
    }

    func restoreValue(of model: any PersistentModel, from record: any PersistentModel) {
        copyValue(of: record, to: model)
    }

    // MARK: Columns

    func columnValues(_ model: any PersistentModel) throws -> [_ColumnValue] {
        guard let value = read(model, { $0.loaded }) ?? nil else { return [] }
        return try columnValues(of: value)
    }

    func columnValues(ofAny value: Any) throws -> [_ColumnValue]? {
        try (value as? Storage.Value).map(columnValues)
    }

    func columnValues(of value: Storage.Value) throws -> [_ColumnValue] {
        try Storage.columnValues(of: value)
    }

    func columnValues(ofJSON text: String) throws -> [_ColumnValue] {
        var storage = Storage()
        try storage.decode(_RowDecoder(.text(text)), at: 0)
        return try storage.loaded.map(columnValues) ?? []
    }

    func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? { nil }
}

/// Access to an attribute that a value transformer converts.
final class TransformableAccess<Model: PersistentModel, Value>:
    StorageAccess<Model, _TransformableStorage<Value>>, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override var isTransformable: Bool { true }

    override func columnValues(of value: Value) throws -> [_ColumnValue] {
        try [ValueTransformation.required(transformation).columnValue(of: value)]
    }
}

/// Access to an attribute with a column for each field.
final class CompositeAccess<Model: PersistentModel, Storage: CompositeStorage>:
    StorageAccess<Model, Storage>, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? {
        Storage.valueOfMissingColumn(offset)
    }

    override func columnValues(ofJSON text: String) throws -> [_ColumnValue] {
        try Storage.columnValues(ofJSON: text)
    }
}

/// Access to the name of a row's class, which is no property of a model.
final class ClassNameAccess: ValueAccess, @unchecked Sendable {
    // Unchecked, because its variables are set once, before the object is shared.

    let keyPath: AnyKeyPath = \String.self
    let kind = _PropertyKind.attribute(_ColumnType(.text))
    var makeDefaultColumnValues: (() throws -> [_ColumnValue])?
    var transformation: ValueTransformation?

    /// Creates access to the names of an entity's rows.
    init(of entity: String) {
        // For rows that were written before the root class had subclasses.
        makeDefaultColumnValues = { [.text(entity)] }
    }

    var valueType: any Any.Type { String.self }
    var isTransformable: Bool { false }
    func isLoaded(_ model: any PersistentModel) -> Bool { false }
    func isReadable(_ model: any PersistentModel) -> Bool { true }
    func unload(_ model: any PersistentModel) {}
    func notifying(_ model: any PersistentModel, _ change: () -> Void) { change() }
    func value(_ model: any PersistentModel) -> Any? { nil }
    func value(in row: _RowDecoder, at index: Int) throws -> Any? { nil }
    func setValue(_ value: Any, of model: any PersistentModel) {}
    func assign(_ value: Any, to model: any PersistentModel) {}
    func copyValue(of model: any PersistentModel, to record: any PersistentModel) {}
    func restoreValue(of model: any PersistentModel, from record: any PersistentModel) {}
    func columnValues(_ model: any PersistentModel) throws -> [_ColumnValue] { [] }
    func columnValues(ofAny value: Any) throws -> [_ColumnValue]? { nil }
    func columnValues(ofJSON text: String) throws -> [_ColumnValue] { [] }
    func valueOfMissingColumn(_ offset: Int) -> _ColumnValue? { nil }
}
