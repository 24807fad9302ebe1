// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import OrderedCollections

/// Finds the rows that new models of a save update instead of inserting, because they have the same
/// unique values.
///
/// Of several models with one value the last wins, as if they had been saved one by one. Resolving
/// changes the keys of new models only, which `restoreKeys` undoes; objects are updated when the save
/// is committed.
final class UpsertResolver {
    typealias Change = (model: any PersistentModel, entity: EntityDescription)

    /// A new model and the row it updates.
    struct Row {
        let model: any PersistentModel
        let entity: EntityDescription
        /// The key that the model was given for a row of its own.
        let ownKey: Int64
        /// The key of the row.
        fileprivate(set) var key: Int64
    }

    private struct RowName: Hashable {
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
    private let deleted: Set<RowName>
    /// The unique values that changed models will have.
    private var changedValues: [UniqueValue: Int64] = [:]
    /// The rows that will no longer have the values that the store finds them by, by constraint.
    private var changedRows: [Int: Set<RowName>] = [:]
    private var found: OrderedDictionary<ObjectIdentifier, Row> = [:]

    init(
        _ objects: ObjectRegistry,
        in transaction: any StoreTransaction,
        updated: [Change],
        deleted: [Change]
    ) throws {
        self.objects = objects
        self.transaction = transaction
        self.deleted = Set(
            deleted.map { RowName(entity: $0.entity.index, key: $0.model._$model.key) }
        )
        for (model, entity) in updated { try noteChangedValues(of: model, entity) }
    }

    /// In the order in which they were found.
    var rows: [Row] { Array(found.values) }

    func contains(_ model: any PersistentModel) -> Bool { found[ObjectIdentifier(model)] != nil }

    /// Gives new models the keys of the rows that they update.
    func find(for inserted: [Change]) throws {
        // A model whose key changes can be part of another's unique value. Each round settles at least
        // one model, unless their values go round in a circle.
        for _ in 0...inserted.count {
            guard try findMore(inserted) else { return }
        }
    }

    func restoreKeys() {
        for row in found.values { row.model._$model.key = row.ownKey }
    }

    private func findMore(_ inserted: [Change]) throws -> Bool {
        var hasFound = false
        var firsts: [UniqueValue: Int64] = [:]
        for (model, entity) in inserted {
            let values = try entity.uniqueConstraints.indices.compactMap {
                try uniqueValue(of: model, entity, $0)
            }
            let stored = try values.lazy.compactMap { try self.storedKey($0, entity) }.first
            let taken = stored ?? values.lazy.compactMap { firsts[$0] }.first
            if let taken, taken != model._$model.key {
                take(taken, model, entity)
                hasFound = true
            }
            for value in values where firsts[value] == nil { firsts[value] = model._$model.key }
        }
        return hasFound
    }

    private func take(_ key: Int64, _ model: any PersistentModel, _ entity: EntityDescription) {
        let state = model._$model
        let row = Row(model: model, entity: entity, ownKey: state.key, key: key)
        found[ObjectIdentifier(model), default: row].key = key
        state.key = key
    }

    /// The row that has a value when the changes of stored models are written.
    private func storedKey(_ value: UniqueValue, _ entity: EntityDescription) throws -> Int64? {
        if let key = changedValues[value] { return key }
        let key = try transaction.key(
            in: entity,
            where: entity.uniqueConstraints[value.constraint],
            are: value.values
        )
        guard let key else { return nil }
        let name = RowName(entity: entity.index, key: key)
        guard !deleted.contains(name), changedRows[value.constraint]?.contains(name) != true else {
            return nil
        }
        return key
    }

    private func noteChangedValues(of model: any PersistentModel, _ entity: EntityDescription)
        throws
    {
        let state = model._$model
        for (number, constraint) in entity.uniqueConstraints.enumerated()
        where constraint.contains(where: state.changes.contains) {
            if !constraint.allSatisfy({ isKnown(entity.properties[$0], of: model) }) {
                objects.load(model)
            }
            changedRows[number, default: []].insert(
                RowName(entity: entity.index, key: state.key)
            )
            guard let value = try uniqueValue(of: model, entity, number) else { continue }
            changedValues[value] = state.key
        }
    }

    private func isKnown(_ property: PropertyDescription, of model: any PersistentModel) -> Bool {
        property.access.isLoaded(model) || property.access.targetKey(model) != nil
    }

    /// The column values of a constraint; nil when one is nil, which is never equal to another.
    private func uniqueValue(
        of model: any PersistentModel,
        _ entity: EntityDescription,
        _ constraint: Int
    ) throws -> UniqueValue? {
        var values: [_ColumnValue] = []
        for index in entity.uniqueConstraints[constraint] {
            let access = entity.properties[index].access
            let value: _ColumnValue? =
                if entity.properties[index].relationship == nil {
                    try access.columnValue(model)
                } else {
                    access.targetKey(model).map { .integer($0) }
                }
            guard let value, value != .null else { return nil }
            values.append(value)
        }
        return UniqueValue(entity: entity.index, constraint: constraint, values: values)
    }
}
