// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Access to a to-one relationship.
final class ToOneAccess<Model: PersistentModel, Storage: ToOneStorage>:
    StorageAccess<Model, Storage>, ReferenceAccess, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        read(model) { $0.isLoaded } ?? false
    }

    func targets(_ model: any PersistentModel) -> [any PersistentModel]? {
        read(model) { storage in
            guard storage.isLoaded else { return nil }
            return storage.target.map { [$0] } ?? []
        } ?? nil
    }

    func isNil(_ model: any PersistentModel) -> Bool { false }

    func target(_ model: any PersistentModel) -> (any PersistentModel)? {
        read(model) { $0.target } ?? nil
    }

    func targetKey(_ model: any PersistentModel) -> Int64? { read(model) { $0.key } ?? nil }

    func contains(_ target: any PersistentModel, in model: any PersistentModel) -> Bool {
        self.target(model) === target
    }

    func insert(_ target: any PersistentModel, into model: any PersistentModel) {
        guard Storage.Target.cast(target) != nil else { return }
        exchange(in: model) { $0.set(target) }
    }

    func remove(_ target: any PersistentModel, from model: any PersistentModel) {
        // A reference that has moved to another model stays.
        if let current = self.target(model), current !== target { return }
        exchange(in: model) { $0.set(nil) }
    }

    func assignTargets(_ targets: [any PersistentModel], to model: any PersistentModel) {
        assign(targets.first as? Storage.Target as Any, to: model)
    }

    func setTargets(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        wasAccessed: Bool
    ) {
        exchange(in: model) { $0.set(targets.first) }
    }

    func releaseModels(_ model: any PersistentModel) {
        exchange(in: model) { storage in
            let former = storage
            storage.releaseModels()
            return former
        }
    }
}

/// Access to a to-many relationship.
final class ToManyAccess<Model: PersistentModel, Storage: ToManyStorage>:
    StorageAccess<Model, Storage>, CollectionAccess, @unchecked Sendable
{
    // Unchecked as in the superclass; no state is added.

    override func isLoaded(_ model: any PersistentModel) -> Bool {
        read(model) { $0.isLoaded } ?? false
    }

    func targets(_ model: any PersistentModel) -> [any PersistentModel]? {
        read(model) { $0.targets } ?? nil
    }

    func isNil(_ model: any PersistentModel) -> Bool { read(model) { $0.hasNoValue } ?? false }

    func contains(_ target: any PersistentModel, in model: any PersistentModel) -> Bool {
        guard let target = Storage.Target.cast(target) else { return false }
        return read(model) { $0.related?.contains(target) } == true
    }

    func lastKey(_ model: any PersistentModel) -> Int64? {
        read(model) { $0.related?.lastKey } ?? nil
    }

    func insert(_ target: any PersistentModel, into model: any PersistentModel) {
        exchange(in: model) { $0.insert(target) }
    }

    func remove(_ target: any PersistentModel, from model: any PersistentModel) {
        guard let target = Storage.Target.cast(target) else { return }
        exchange(in: model) { $0.related?.remove(target) }
    }

    func assignTargets(_ targets: [any PersistentModel], to model: any PersistentModel) {
        assign(Storage.Target.cast(targets), to: model)
    }

    func setTargets(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        wasAccessed: Bool
    ) {
        exchange(in: model) { $0.set(targets, wasAccessed: wasAccessed || !targets.isEmpty) }
    }

    func releaseModels(_ model: any PersistentModel) { unload(model) }

    override func restoreValue(of model: any PersistentModel, from record: any PersistentModel) {
        guard let recorded = read(record, { $0 }), let models = recorded.related else { return }
        exchange(in: model) { storage -> [Storage.Target]? in
            guard models.isEmpty, storage.related?.isEmpty == true else {
                return storage.related?.reorder(like: models)
            }
            // One may be `nil` and the other empty.
            return SwiftData.exchange(&storage, with: recorded).related?.models
        }
    }

    func placeLast(of model: any PersistentModel) {
        exchange(in: model) { $0.related?.placeLast() }
    }

    func releaseUnaccessed(_ model: any PersistentModel) {
        exchange(in: model) { $0.releaseUnaccessed() }
    }
}
