// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes the pending changes of a context that belong to one store.
///
/// Rows may be written in any order: references are checked when all are.
final class SaveOperation {
    private typealias Change = UpsertResolver.Change

    private let graph: ObjectGraph
    let store: StoreCoordinator.Store
    private let inserted: [Change]
    private let updated: [Change]
    private let deleted: [Change]
    private let links: [Int: PendingLinks]
    /// The rows that new models update instead of inserting, once the operation has run.
    private(set) var upserts: UpsertResolver?
    private var history = HistoryEntry()
    private var changes = ContextChanges()
    private var encoders: [Int: _RowEncoder] = [:]

    init(_ graph: ObjectGraph, _ store: StoreCoordinator.Store, author: String?) {
        self.graph = graph
        self.store = store
        let pending = graph.changes.pending
        func changes(_ models: PendingChanges.Models) -> [Change] {
            models.values.compactMap { model in
                guard let entity = model._$model.entity,
                    model._$model.storeIdentifier == store.store.identifier
                else { return nil }
                return (model, entity)
            }
        }
        inserted = changes(pending.inserted)
        updated = changes(pending.changed)
        deleted = changes(pending.deleted)
        links = pending.links.filter { table, links in
            guard !links.isEmpty else { return false }
            let left = graph.stores.layout.joinTables[table].left.entity
            let entity = graph.stores.schema.entities[left]
            return (try? graph.stores.store(of: entity)) === store.store
        }
        history.author = author
    }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && links.isEmpty
    }

    /// Writes everything into a transaction.
    func run(in transaction: any StoreTransaction) throws -> SaveOutcome {
        defer { upserts?.restoreKeys() }
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
        if upserts?.contains(model) == true {
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
        let rows = try UpsertResolver(
            graph.objects,
            in: transaction,
            updated: updated,
            deleted: deleted
        )
        upserts = rows
        try rows.find(for: inserted)
    }

    /// Writes changed rows in an order in which the unique values of each are free.
    ///
    /// Returns the changes without such an order yet, and the error of the last one.
    private func update(
        _ changes: [Change],
        in transaction: any StoreTransaction
    ) throws -> (waiting: [Change], refusal: StoreError?) {
        var (waiting, refusal) = (changes, StoreError?.none)
        while !waiting.isEmpty {
            var refused: [Change] = []
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
            try transaction.delete(keys: deleted, from: graph.stores.schema.entities[index])
            changes.rows[index, default: .init()].deleted += deleted
        }
    }

    private func encode(
        _ model: any PersistentModel,
        _ entity: EntityDescription,
        selection: PropertySet?
    ) throws -> [_ColumnValue] {
        var encoder = encoders[entity.index] ?? graph.stores.layout[entity].makeEncoder()
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
        where property.policy.isPreservedOnDeletion {
            if !property.access.isLoaded(model) { graph.objects.load(model) }
            values[property.name] = try property.access.columnValue(model)
        }
        return values
    }

    /// Records a change of links as an update of the model that the join table is named after, though
    /// its row stays the same; other contexts receive both ends.
    private func noteLinks() {
        for (table, pairs) in links {
            changes.links[table] = pairs.pairs.map(\.keys)
            let join = graph.stores.layout.joinTables[table]
            let entity = graph.stores.schema.entities[join.left.entity]
            let property = entity.properties[join.left.property]
            var seen: Set<Int64> = []
            for pair in pairs.pairs {
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
        _ kind: HistoryRecord.Kind,
        _ entity: EntityDescription,
        _ key: Int64,
        properties: [String] = [],
        tombstone: [String: _ColumnValue] = [:]
    ) {
        history.changes.append(
            HistoryRecord.Change(
                kind: kind,
                identifier: PersistentIdentifier(
                    entityName: entity.name,
                    storeIdentifier: store.store.identifier,
                    key: key
                ),
                properties: properties,
                tombstone: tombstone
            )
        )
    }
}
