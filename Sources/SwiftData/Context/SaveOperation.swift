// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

/// Writes the pending changes of a context that belong to one store.
///
/// Rows may be written in any order: references are checked when all are.
final class SaveOperation {
    private typealias Entry = UpsertResolver.Entry

    private let context: ModelContext
    let store: StoreCoordinator.Store
    private let inserted: [Entry]
    private let updated: [Entry]
    private let deleted: [Entry]
    private let links: [Int: PendingChanges.Links]
    /// The rows that new models take over, once the operation has run.
    private(set) var takenRows: UpsertResolver?
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
        defer { takenRows?.giveBackKeys() }
        if store.uniqueCollision == .update { try findExistingRows(in: transaction) }
        // Changes come before deletions, so that a model can leave one whose deletion would take it
        // along, except those that wait for a deletion to free a unique value.
        let waiting = try update(updated, in: transaction).waiting
        try delete(in: transaction)
        if let refusal = try update(waiting, in: transaction).refusal { throw refusal }
        for (model, entity) in inserted { try insert(model, entity, in: transaction) }
        for (table, pairs) in links {
            try transaction.link(
                PendingRows.Links(
                    added: pairs.added.map(\.keys),
                    removed: pairs.removed.map(\.keys)
                ),
                in: table
            )
        }
        // Here, so that a command of a group fails alone and no other store has been changed yet.
        try transaction.checkReferences()
        noteLinks()
        var outcome = SaveOutcome()
        outcome.changes = changes
        if !history.changes.isEmpty {
            let number = try transaction.record(history)
            outcome.transactions = [(store.store.identifier, number)]
        }
        return outcome
    }

    // MARK: Rows

    private func insert(
        _ model: any PersistentModel,
        _ entity: EntityDescription,
        in transaction: any StoreTransaction
    ) throws {
        let key = model._$model.key
        let values = try encode(model, entity, selection: nil)
        if takenRows?.contains(model) == true {
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

    private func findExistingRows(in transaction: any StoreTransaction) throws {
        let rows = try UpsertResolver(context, in: transaction, updated: updated, deleted: deleted)
        takenRows = rows
        try rows.find(for: inserted)
    }

    /// Writes changed rows in an order in which each finds its unique values free.
    ///
    /// Answers those for which there is no such order yet, and why the last one was refused.
    private func update(
        _ entries: [Entry],
        in transaction: any StoreTransaction
    ) throws -> (waiting: [Entry], refusal: StoreError?) {
        var (waiting, refusal) = (entries, StoreError?.none)
        while !waiting.isEmpty {
            var refused: [Entry] = []
            for (model, entity) in waiting {
                do {
                    try update(model, entity, in: transaction)
                } catch let error as StoreError where error.code == .notUnique {
                    refused.append((model, entity))
                    refusal = error
                }
            }
            guard refused.count < waiting.count else { return (refused, refusal) }
            waiting = refused
        }
        return ([], nil)
    }

    private func update(
        _ model: any PersistentModel,
        _ entity: EntityDescription,
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
        _ entity: EntityDescription,
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
        _ entity: EntityDescription
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
        _ entity: EntityDescription,
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
}
