// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The updates of a save that failed because another row has one of their unique values.
struct BlockedUpdates {
    typealias Change = UpsertResolver.Change

    private let objects: ObjectRegistry
    private let transaction: any StoreTransaction
    /// The updates by the row that has their value, or by nil if it was not found.
    private var updates: [UpsertResolver.RowIdentifier?: [(change: Change, error: StoreError)]] =
        [:]

    init(_ objects: ObjectRegistry, in transaction: any StoreTransaction) {
        self.objects = objects
        self.transaction = transaction
    }

    /// Adds an update that failed.
    ///
    /// - Throws: `StoreError` if the row that has the value cannot be read.
    mutating func insert(_ change: Change, error: StoreError) throws {
        updates[try row(inTheWayOf: change), default: []].append((change, error))
    }

    /// Removes and returns the updates that another update may have unblocked.
    ///
    /// - Complexity: O(1), in addition to the returned updates.
    mutating func removeAll(blockedBy change: Change) -> [Change] {
        guard !updates.isEmpty else { return [] }
        let row = UpsertResolver.RowIdentifier(
            entity: change.entity.index,
            key: change.model._$model.key
        )
        return updates.removeValue(forKey: row)?.map(\.change) ?? []
    }

    /// Returns the updates in the order of a list that contains them, and the error of the first.
    func updates(of changes: [Change]) -> (waiting: [Change], conflict: StoreError?) {
        guard !updates.isEmpty else { return ([], nil) }
        let errors = Dictionary(
            updates.values.joined().map { (ObjectIdentifier($0.change.model), $0.error) }
        ) { first, _ in first }
        let waiting = changes.filter { errors[ObjectIdentifier($0.model)] != nil }
        return (waiting, waiting.first.flatMap { errors[ObjectIdentifier($0.model)] })
    }

    private func row(
        inTheWayOf change: Change
    ) throws -> UpsertResolver.RowIdentifier? {
        let (model, entity) = change
        let state = model._$model
        for constraint in entity.uniqueConstraints
        where constraint.contains(where: state.changes.contains) {
            objects.loadUniqueValue(of: model, in: entity, for: constraint)
            guard let values = try entity.uniqueValues(of: model, for: constraint),
                let key = try transaction.key(in: entity, where: constraint, are: values),
                key != state.key
            else { continue }
            return UpsertResolver.RowIdentifier(entity: entity.index, key: key)
        }
        return nil
    }
}

extension ObjectRegistry {
    /// Loads a model if it lacks a value of a unique constraint.
    func loadUniqueValue(
        of model: any PersistentModel,
        in entity: EntityDescription,
        for constraint: [Int]
    ) {
        let isKnown = constraint.allSatisfy { index in
            let property = entity.properties[index]
            return property.access.isLoaded(model) || property.reference?.targetKey(model) != nil
        }
        if !isKnown { load(model) }
    }
}

extension EntityDescription {
    /// Returns the column values of a unique constraint; nil if one is NULL, which never equals
    /// another value.
    func uniqueValues(
        of model: any PersistentModel,
        for constraint: [Int]
    ) throws -> [_ColumnValue]? {
        var values: [_ColumnValue] = []
        for index in constraint {
            let value: _ColumnValue? =
                if let reference = properties[index].reference {
                    reference.targetKey(model).map { .integer($0) }
                } else {
                    try properties[index].access.columnValues(model).first
                }
            guard let value, value != .null else { return nil }
            values.append(value)
        }
        return values
    }
}
