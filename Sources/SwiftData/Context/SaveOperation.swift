// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

/// Writes the pending changes of a context that belong to one store.
///
/// Rows may be written in any order: references are checked when the transaction commits.
final class SaveOperation {
    private typealias Entry = (model: any PersistentModel, entity: ModelEntity)

    private let context: ModelContext
    private let store: StoreCoordinator.Store
    private let inserted: [Entry]
    private let updated: [Entry]
    private let deleted: [Entry]
    private let links: [Int: PendingChanges.Links]
    /// New models that turned out to be stored ones, with the keys they had.
    private var remapped: [ObjectIdentifier: (model: any PersistentModel, key: Int64)] = [:]
    private var history = HistoryEntry()
    private var changes = ContextChanges()
    private var encoders: [Int: _RowEncoder] = [:]

    init(_ context: ModelContext, _ store: StoreCoordinator.Store) {
        self.context = context
        self.store = store
        func entries(_ models: PendingChanges.Models) -> [Entry] {
            models.values.compactMap { model in
                guard let entity = model._$model.entity,
                    model._$model.storeIdentifier == store.store.identifier
                else { return nil }
                return (model, entity)
            }
        }
        inserted = entries(context.pending.inserted)
        updated = entries(context.pending.changed)
        deleted = entries(context.pending.deleted)
        links = context.pending.links.filter { table, _ in
            let left = store.store.layout.joinTables[table].left.entity
            let entity = context.coordinator.graph.entities[left]
            return (try? context.coordinator.store(of: entity))?.store === store.store
        }
        history.author = context.author
    }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && links.isEmpty
    }

    /// Writes everything into a transaction.
    func run(in transaction: any StoreTransaction) throws -> SaveOutcome {
        if store.uniqueCollision == .update { try remapCollisions(in: transaction) }
        // Deletions come first, so that a new model can take over a unique value.
        try delete(in: transaction)
        for (model, entity) in inserted { try insert(model, entity, in: transaction) }
        for (model, entity) in updated { try update(model, entity, in: transaction) }
        for (table, pairs) in links {
            try transaction.link(
                PendingRows.Links(
                    added: pairs.added.map(\.keys),
                    removed: pairs.removed.map(\.keys)
                ),
                in: table
            )
        }
        noteLinks()
        var outcome = SaveOutcome()
        outcome.changes = changes
        if !history.changes.isEmpty {
            let number = try transaction.record(history)
            outcome.transactions = [(store.store.identifier, number)]
        }
        return outcome
    }

    /// Gives models their own keys again after a save that failed.
    func undoRemapping() {
        for (model, key) in remapped.values {
            model._$model.key = key
            if let entity = model._$model.entity {
                context.identityMap.insert(model, entity.index, key)
            }
        }
        remapped = [:]
    }

    // MARK: Rows

    private func insert(
        _ model: any PersistentModel,
        _ entity: ModelEntity,
        in transaction: any StoreTransaction
    ) throws {
        let key = model._$model.key
        let values = try encode(model, entity, selection: nil)
        if remapped[ObjectIdentifier(model)] != nil {
            var all = PropertySet()
            for property in entity.properties { all.insert(property.index) }
            try transaction.update(key: key, values: values, of: all, in: entity)
            changes.rows[entity.index, default: .init()].updated.append(key)
            note(.update, entity, key, properties: entity.properties.map(\.name))
        } else {
            try transaction.insert(key: key, values: values, into: entity)
            changes.rows[entity.index, default: .init()].inserted.append(key)
            note(.insert, entity, key)
        }
    }

    private func update(
        _ model: any PersistentModel,
        _ entity: ModelEntity,
        in transaction: any StoreTransaction
    ) throws {
        let state = model._$model
        guard !state.changes.isEmpty else { return }
        let values = try encode(model, entity, selection: state.changes)
        try transaction.update(key: state.key, values: values, of: state.changes, in: entity)
        changes.rows[entity.index, default: .init()].updated.append(state.key)
        let names = entity.properties.filter { state.changes.contains($0.index) }.map(\.name)
        note(.update, entity, state.key, properties: names)
    }

    private func delete(in transaction: any StoreTransaction) throws {
        var keys: [Int: [Int64]] = [:]
        for (model, entity) in deleted {
            let key = model._$model.key
            keys[entity.index, default: []].append(key)
            note(.delete, entity, key, tombstone: try tombstone(of: model, entity))
        }
        for (index, deleted) in keys {
            try transaction.delete(keys: deleted, from: context.coordinator.graph.entities[index])
            changes.rows[index, default: .init()].deleted += deleted
        }
    }

    private func encode(
        _ model: any PersistentModel,
        _ entity: ModelEntity,
        selection: PropertySet?
    ) throws -> [_ColumnValue] {
        let table = store.store.layout.tables[entity.index]
        var encoder =
            encoders[entity.index]
            ?? _RowEncoder(columns: table.columnOfProperty, count: table.columns.count)
        encoders[entity.index] = nil
        encoder.reset()
        encoder.selection = selection
        do {
            try model._$encode(&encoder)
        } catch {
            throw SwiftDataError.modelValidationFailure(
                "a value of a \(entity.name) can't be stored: \(error)"
            )
        }
        let values = encoder.values
        encoders[entity.index] = encoder
        return values
    }

    private func tombstone(
        of model: any PersistentModel,
        _ entity: ModelEntity
    ) throws -> [String: _ColumnValue] {
        var values: [String: _ColumnValue] = [:]
        for property in entity.properties
        where property.attribute?.options.contains(.preserveValueOnDeletion) == true {
            if !property.access.isLoaded(model) { context.load(model) }
            values[property.name] = try property.access.columnValue(model)
        }
        return values
    }

    /// A change of links is told of the model that the join table is named after, though its row stays
    /// the same; other contexts hear of both ends.
    private func noteLinks() {
        for (table, pairs) in links {
            changes.links[table] = pairs.added.union(pairs.removed).map(\.keys)
            let join = store.store.layout.joinTables[table]
            let entity = context.coordinator.graph.entities[join.left.entity]
            let property = entity.properties[join.left.property]
            var seen: Set<Int64> = []
            for pair in pairs.added.union(pairs.removed) {
                let state = pair.left._$model
                guard state.lifecycle == .stored, seen.insert(state.key).inserted,
                    !state.changes.contains(property.index)
                else { continue }
                changes.rows[entity.index, default: .init()].updated.append(state.key)
                note(.update, entity, state.key, properties: [property.name])
            }
        }
    }

    private func note(
        _ kind: HistoryRow.Kind,
        _ entity: ModelEntity,
        _ key: Int64,
        properties: [String] = [],
        tombstone: [String: _ColumnValue] = [:]
    ) {
        history.changes.append(
            HistoryRow.Change(
                kind: kind,
                entity: entity.name,
                key: key,
                properties: properties,
                tombstone: tombstone
            )
        )
    }

    // MARK: Unique values

    /// Lets new models take over the rows whose unique values they have.
    ///
    /// Of several new models with one value the last wins, as if they had been saved one by one.
    private func remapCollisions(in transaction: any StoreTransaction) throws {
        for (model, entity) in inserted {
            for constraint in entity.uniqueConstraints {
                guard let values = try uniqueValues(of: model, entity, constraint),
                    let key = try transaction.key(in: entity, where: constraint, are: values),
                    !isDeleted(key, entity)
                else { continue }
                remap(model, entity, to: key)
            }
        }
        try remapPendingDuplicates()
    }

    private func remapPendingDuplicates() throws {
        var firsts: [UniqueValue: any PersistentModel] = [:]
        for (model, entity) in inserted {
            for (number, constraint) in entity.uniqueConstraints.enumerated() {
                guard let values = try uniqueValues(of: model, entity, constraint) else { continue }
                let value = UniqueValue(entity: entity.index, constraint: number, values: values)
                if let first = firsts[value], first !== model,
                    first._$model.key != model._$model.key
                {
                    remap(model, entity, to: first._$model.key)
                } else {
                    firsts[value] = model
                }
            }
        }
    }

    private struct UniqueValue: Hashable {
        let entity: Int
        let constraint: Int
        let values: [_ColumnValue]
    }

    private func isDeleted(_ key: Int64, _ entity: ModelEntity) -> Bool {
        deleted.contains { $0.entity === entity && $0.model._$model.key == key }
    }

    private func remap(_ model: any PersistentModel, _ entity: ModelEntity, to key: Int64) {
        let state = model._$model
        let identity = ObjectIdentifier(model)
        guard state.key != key else { return }
        if remapped[identity] == nil { remapped[identity] = (model, state.key) }
        context.identityMap.remove(entity.index, state.key)
        state.key = key
        if let known = context.identityMap.model(entity.index, key), known !== model,
            known._$model.lifecycle == .stored
        {
            context.unload(known)
        }
        context.identityMap.insert(model, entity.index, key)
    }

    /// The column values of a constraint; nil when one is nil, which is never equal to another.
    private func uniqueValues(
        of model: any PersistentModel,
        _ entity: ModelEntity,
        _ constraint: [Int]
    ) throws -> [_ColumnValue]? {
        var values: [_ColumnValue] = []
        for index in constraint {
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
        return values
    }
}
