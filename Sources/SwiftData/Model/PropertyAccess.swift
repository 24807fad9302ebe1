// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reaches one property of any model of a type, without knowing either type.
///
/// Schema building, inverses, delete rules and history go through it. Fetching and saving rows don't:
/// they use the code that `@Model` generates.
public class _PropertyAccess: @unchecked Sendable {
    // Unchecked, because `makeDefaultColumnValue` is set once, before the object is shared.

    let keyPath: AnyKeyPath
    let kind: _PropertyKind
    /// The column value of the declared default; nil when the declaration has none.
    var makeDefaultColumnValue: (() throws -> _ColumnValue?)?

    init(keyPath: AnyKeyPath, kind: _PropertyKind) {
        self.keyPath = keyPath
        self.kind = kind
    }

    /// Whether the value is in memory.
    func isLoaded(_ model: any PersistentModel) -> Bool { false }
    /// Forgets the value, so that it is loaded when it is next read.
    func unload(_ model: any PersistentModel) {}
    /// Replaces strong references to models by their keys.
    func releaseModels(_ model: any PersistentModel) {}
    /// Tells observers that the value is about to change, changes it and tells them that it has.
    func notifying(_ model: any PersistentModel, _ change: () -> Void) { change() }
    /// The stored form of an attribute; nil for relationships and values that aren't in memory.
    func columnValue(_ model: any PersistentModel) throws -> _ColumnValue? { nil }
    /// The value as an existential; nil when it isn't in memory.
    func value(_ model: any PersistentModel) -> Any? { nil }
    /// Sets the value from an existential; ignores a value of another type.
    func setValue(_ value: Any, of model: any PersistentModel) {}

    /// The models a relationship refers to, as far as they are in memory; nil when that isn't known.
    func targets(_ model: any PersistentModel) -> [any PersistentModel]? { nil }
    /// The model a to-one relationship refers to, if that is in memory and there is one.
    func target(_ model: any PersistentModel) -> (any PersistentModel)? { nil }
    /// The key of a to-one relationship's target, if it is known and there is one.
    func targetKey(_ model: any PersistentModel) -> Int64? { nil }
    /// Makes a relationship refer to `target`, in memory only.
    func insert(_ target: any PersistentModel, into model: any PersistentModel) {}
    /// Makes a relationship no longer refer to `target`, in memory only.
    func remove(_ target: any PersistentModel, from model: any PersistentModel) {}
    /// Gives a relationship its models, in memory only.
    func setTargets(_ targets: [any PersistentModel], of model: any PersistentModel) {}
    /// Forgets the models of a to-many relationship that nobody has given or read; the store has them.
    func releaseUnaccessed(_ model: any PersistentModel) {}
}

/// The part of access that all properties share.
class TypedPropertyAccess<Model: PersistentModel, Storage: _PropertyStorage>: _PropertyAccess,
    @unchecked Sendable
{
    // Unchecked as in the superclass; key paths are immutable.

    let typedKeyPath: KeyPath<Model, Storage.Value>
    let storage: ReferenceWritableKeyPath<Model, Storage>

    init(
        keyPath: KeyPath<Model, Storage.Value>,
        storage: ReferenceWritableKeyPath<Model, Storage>
    ) {
        self.typedKeyPath = keyPath
        self.storage = storage
        super.init(keyPath: keyPath, kind: Storage.kind)
    }

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        (model as? Model)?[keyPath: storage].loaded != nil
    }

    override func unload(_ model: any PersistentModel) {
        (model as? Model)?[keyPath: storage] = Storage()
    }

    override func releaseModels(_ model: any PersistentModel) {
        (model as? Model)?[keyPath: storage].releaseModels()
    }

    override func notifying(_ model: any PersistentModel, _ change: () -> Void) {
        guard let model = model as? Model else { return }
        model._$model.withMutation(model, keyPath: typedKeyPath, change)
    }

    override func value(_ model: any PersistentModel) -> Any? {
        (model as? Model)?[keyPath: storage].loaded
    }

    override func setValue(_ value: Any, of model: any PersistentModel) {
        guard let model = model as? Model, let value = value as? Storage.Value else { return }
        model[keyPath: storage] = Storage(value: value)
    }

    override func columnValue(_ model: any PersistentModel) throws -> _ColumnValue? {
        guard let value = (model as? Model)?[keyPath: storage].loaded else { return nil }
        return try Storage.columnValue(of: value)
    }
}

final class ToOneAccess<Model: PersistentModel, Storage: ToOneStorage>:
    TypedPropertyAccess<Model, Storage>, @unchecked Sendable
{
    // Unchecked as in the superclass, to whose state nothing is added.

    override func targets(_ model: any PersistentModel) -> [any PersistentModel]? {
        guard let model = model as? Model,
            case .model(let target) = model[keyPath: storage].reference
        else { return nil }
        return target.map { [$0] } ?? []
    }

    override func target(_ model: any PersistentModel) -> (any PersistentModel)? {
        guard let model = model as? Model,
            case .model(let target) = model[keyPath: storage].reference
        else { return nil }
        return target
    }

    override func targetKey(_ model: any PersistentModel) -> Int64? {
        (model as? Model)?[keyPath: storage].reference.key
    }

    override func insert(_ target: any PersistentModel, into model: any PersistentModel) {
        guard let model = model as? Model, let target = target as? Storage.Target else { return }
        model[keyPath: storage].reference = .model(target)
    }

    override func remove(_ target: any PersistentModel, from model: any PersistentModel) {
        (model as? Model)?[keyPath: storage].reference = .model(nil)
    }

    override func setTargets(_ targets: [any PersistentModel], of model: any PersistentModel) {
        (model as? Model)?[keyPath: storage].reference = .model(targets.first as? Storage.Target)
    }
}

final class ToManyAccess<Model: PersistentModel, Storage: ToManyStorage>:
    TypedPropertyAccess<Model, Storage>, @unchecked Sendable
{
    // Unchecked as in the superclass, to whose state nothing is added.

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        (model as? Model)?[keyPath: storage].related != nil
    }

    override func targets(_ model: any PersistentModel) -> [any PersistentModel]? {
        (model as? Model)?[keyPath: storage].targets
    }

    override func insert(_ target: any PersistentModel, into model: any PersistentModel) {
        guard let model = model as? Model, let target = target as? Storage.Target else { return }
        model[keyPath: storage].insert(target)
    }

    override func remove(_ target: any PersistentModel, from model: any PersistentModel) {
        guard let model = model as? Model, let target = target as? Storage.Target else { return }
        model[keyPath: storage].related?.remove(target)
    }

    override func setTargets(_ targets: [any PersistentModel], of model: any PersistentModel) {
        (model as? Model)?[keyPath: storage] = Storage(
            models: targets.compactMap { $0 as? Storage.Target }
        )
    }

    override func releaseUnaccessed(_ model: any PersistentModel) {
        (model as? Model)?[keyPath: storage].releaseUnaccessed()
    }
}
