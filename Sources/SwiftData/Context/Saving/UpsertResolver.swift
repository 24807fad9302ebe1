// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Finds stored rows with the unique values of new models, which a save updates instead of
/// inserting.
///
/// Of several models with the same value, the last one takes effect, as if they were saved one by
/// one. Resolving changes only the keys of new models, which `restoreKeys` undoes; objects are
/// updated after the save is committed.
final class UpsertResolver {
    typealias Change = (model: any PersistentModel, entity: EntityDescription)

    /// A new model and the row that it updates.
    struct Upsert {
        let model: any PersistentModel
        let entity: EntityDescription
        /// The key that was assigned to the model on insertion.
        let ownKey: Int64
        /// The key of the row.
        fileprivate(set) var key: Int64
    }

    struct RowIdentifier: Hashable {
        let entity: Int
        let key: Int64
    }

    private struct UniqueValue: Hashable {
        let entity: Int
        let constraint: Int
        let values: [_ColumnValue]
    }

    private let objects: ObjectRegistry
    private let transaction: any StoreTransaction
    private let deleted: Set<RowIdentifier>
    /// The unique values of changed models after the save.
    private var changedValues: [UniqueValue: Int64] = [:]
    /// The rows with stored unique values that the save changes, by constraint.
    private var changedRows: [Int: Set<RowIdentifier>] = [:]
    private var found = InsertionOrderedDictionary<ObjectIdentifier, Upsert>()

    init(
        _ objects: ObjectRegistry,
        in transaction: any StoreTransaction,
        updated: [Change],
        deleted: [Change]
    ) throws {
        self.objects = objects
        self.transaction = transaction
        self.deleted = Set(
            deleted.map { RowIdentifier(entity: $0.entity.index, key: $0.model._$model.key) }
        )
        for (model, entity) in updated { try noteChangedValues(of: model, in: entity) }
    }

    /// The upserts in the order in which they were found.
    var upserts: [Upsert] { Array(found.values) }

    func contains(_ model: any PersistentModel) -> Bool { found.contains(ObjectIdentifier(model)) }

    /// Assigns the keys of stored rows to the new models that update them.
    ///
    /// The entities of the models have unique constraints.
    func find(for inserted: [Change]) throws {
        // A model with a changed key can be part of another model's unique value. Each pass
        // resolves at least one model, unless the values form a cycle.
        let hasKeys = inserted.contains { hasRelationshipInConstraint($0.entity) }
        for _ in 0...(hasKeys ? inserted.count : 0) {
            guard try findMore(inserted) else { return }
        }
    }

    /// Restores the keys that were assigned on insertion.
    func restoreKeys() {
        for upsert in found.values { upsert.model._$model.key = upsert.ownKey }
    }

    private func hasRelationshipInConstraint(_ entity: EntityDescription) -> Bool {
        entity.uniqueConstraints.joined().contains { entity.properties[$0].relationship != nil }
    }

    private func findMore(_ inserted: [Change]) throws -> Bool {
        var hasFound = false
        var firsts: [UniqueValue: Int64] = [:]
        for (model, entity) in inserted {
            let values = try entity.uniqueConstraints.indices.compactMap {
                try uniqueValue(of: model, in: entity, for: $0)
            }
            let stored = try values.lazy.compactMap { try self.storedKey($0, in: entity) }.first
            let key = stored ?? values.lazy.compactMap { firsts[$0] }.first
            if let key, key != model._$model.key {
                try checkClass(of: key, for: model, in: entity)
                assign(key, of: model, in: entity)
                hasFound = true
            }
            for value in values where firsts[value] == nil { firsts[value] = model._$model.key }
        }
        return hasFound
    }

    /// Checks that a row has the class of the model that would update it.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if the class differs.
    private func checkClass(
        of key: Int64,
        for model: any PersistentModel,
        in entity: EntityDescription
    ) throws {
        guard entity.isHierarchy, let index = entity.classIndex(of: type(of: model)) else { return }
        var row = FetchQuery(entity)
        row.scope = .keys([key])
        func isStored(as name: String) throws -> Bool {
            row.classNames = [name]
            return try !transaction.read { try $0.keys(row, over: nil) }.isEmpty
        }
        let other =
            try objects.object(entity, key: key).map { entity.classIndex(of: type(of: $0)) }
            ?? entity.classes.indices.first { try isStored(as: entity.classes[$0].name) }
        guard let other, other != index else { return }
        throw SwiftDataError.modelValidationFailure(
            "a new \(entity.classes[index].name) has a unique value of the "
                + "\(entity.classes[other].name) \(key); a model can only update a model of its own "
                + "class"
        )
    }

    private func assign(_ key: Int64, of model: any PersistentModel, in entity: EntityDescription) {
        let state = model._$model
        let identifier = ObjectIdentifier(model)
        let ownKey = found[identifier]?.ownKey ?? state.key
        found[identifier] = Upsert(model: model, entity: entity, ownKey: ownKey, key: key)
        state.key = key
    }

    /// Returns the key of the row with a value after the updates of the save.
    private func storedKey(_ value: UniqueValue, in entity: EntityDescription) throws -> Int64? {
        if let key = changedValues[value] { return key }
        let key = try transaction.key(
            in: entity,
            where: entity.uniqueConstraints[value.constraint],
            are: value.values
        )
        guard let key else { return nil }
        let row = RowIdentifier(entity: entity.index, key: key)
        guard !deleted.contains(row), changedRows[value.constraint]?.contains(row) != true else {
            return nil
        }
        return key
    }

    private func noteChangedValues(of model: any PersistentModel, in entity: EntityDescription)
        throws
    {
        let state = model._$model
        for (number, constraint) in entity.uniqueConstraints.enumerated()
        where constraint.contains(where: state.changes.contains) {
            objects.loadUniqueValue(of: model, in: entity, for: constraint)
            changedRows[number, default: []].insert(
                RowIdentifier(entity: entity.index, key: state.key)
            )
            guard let value = try uniqueValue(of: model, in: entity, for: number) else { continue }
            changedValues[value] = state.key
        }
    }

    private func uniqueValue(
        of model: any PersistentModel,
        in entity: EntityDescription,
        for constraint: Int
    ) throws -> UniqueValue? {
        try entity.uniqueValues(of: model, for: entity.uniqueConstraints[constraint]).map {
            UniqueValue(entity: entity.index, constraint: constraint, values: $0)
        }
    }
}
