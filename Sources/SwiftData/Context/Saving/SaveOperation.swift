// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes the pending changes of a context that belong to one store.
///
/// Rows may be written in any order: references are checked after the last one.
final class SaveOperation {
    typealias Change = UpsertResolver.Change

    let graph: ObjectGraph
    let store: StoreCoordinator.Store
    /// The new models of all stores, because a separate list for this store would retain each
    /// model.
    private let newModels: PendingModels
    private let hasInsertions: Bool
    private let updated: [Change]
    private let deleted: [Change]
    /// The rows to delete that have no model, by entity index.
    private let deletedRows: [Int: [Int64]]
    private let links: [Int: PendingLinks]
    /// Finds the rows that new models update; nil before the operation has run.
    private(set) var upsertResolver: UpsertResolver?
    /// The effects of the deletion that are not among the pending changes; nil without a deletion.
    private(set) var unlistedReferrers: UnlistedReferrers?
    /// The changed models without a row, because another container has deleted it.
    private(set) var missing: [any PersistentModel] = []
    /// The updates that the history does not contain yet.
    private var updates: [RecordedUpdate] = []
    /// The changed models with the same row and relationships as before.
    private(set) var unchanged: Set<ObjectIdentifier> = []
    // Not checked for overlapping accesses, because each row needs several. No access calls the
    // code of models.
    @exclusivity(unchecked) private var history = HistoryEntry()
    @exclusivity(unchecked) private var changes = ContextChanges()
    /// The encoders that are not in use, by entity index.
    @exclusivity(unchecked) private var encoders: [_RowEncoder?]
    /// The foreign keys with an inverse relationship, by entity index; nil until they are needed.
    @exclusivity(unchecked) private var foreignKeys: [[PropertyDescription]?]

    init(_ graph: ObjectGraph, store: StoreCoordinator.Store, author: String?) {
        self.graph = graph
        self.store = store
        let count = graph.stores.schema.entities.count
        encoders = Array(repeating: nil, count: count)
        foreignKeys = Array(repeating: nil, count: count)
        let pending = graph.changes.pending
        let identity = store.store.identity
        func changes(_ models: PendingModels) -> [Change] {
            models.values.compactMap { model in
                let state = model._$model
                guard let entity = state.entity, state.store === identity else { return nil }
                return (model, entity)
            }
        }
        newModels = pending.inserted
        hasInsertions = newModels.values.contains { $0._$model.store === identity }
        updated = changes(pending.changed)
        deleted = changes(pending.deleted)
        var deletedRows: [Int: [Int64]] = [:]
        for index in pending.deletedRows.entities {
            let entity = graph.stores.schema.entities[index]
            guard (try? graph.stores.store(of: entity)) === store.store else { continue }
            deletedRows[index] = pending.deletedRows.keys(ofEntity: index).sorted()
        }
        self.deletedRows = deletedRows
        links = pending.links.filter { table, links in
            guard !links.isEmpty else { return false }
            let left = graph.stores.layout.joinTables[table].left.entity
            let entity = graph.stores.schema.entities[left]
            return (try? graph.stores.store(of: entity)) === store.store
        }
        history.author = author
    }

    var isEmpty: Bool {
        !hasInsertions && updated.isEmpty && deleted.isEmpty && deletedRows.isEmpty
            && links.isEmpty
    }

    /// Writes the changes in a transaction.
    func run(in transaction: any StoreTransaction) throws -> SaveOutcome {
        defer { upsertResolver?.restoreKeys() }
        try findUnlistedReferrers()
        if store.uniqueCollision == .update, graph.stores.schema.hasUniqueConstraints {
            try findExistingRows(in: transaction)
        }
        // Updates come before deletions, so that a model can be moved to another owner before a
        // deletion cascades, except updates that need a unique value of a deleted row.
        let waiting = try update(updated, in: transaction).waiting
        recordUpdates(waiting: waiting)
        try writeReferences(of: waiting, in: transaction)
        try delete(in: transaction)
        let rest = try update(waiting, afterDeletion: true, in: transaction)
        if let conflict = rest.conflict { throw conflict }
        recordUpdates(waiting: waiting)
        for (model, entity) in inserted { try insert(model, of: entity, in: transaction) }
        for (table, pairs) in links {
            try transaction.link(
                PendingRows.Links(
                    added: pairs.added.map(\.keys),
                    removed: pairs.removed.map(\.keys)
                ),
                in: table
            )
        }
        let pending = graph.changes.pending
        if pending.hasRelationships || !pending.arranged.isEmpty {
            let order = OrderedRelationships(graph, store: store.store.identity)
            for arrangement in order.arrangements(inserted: Array(inserted), updated: updated) {
                try transaction.arrange(arrangement)
                changes.note(arrangement)
            }
        }
        // Checked here, so that a command of a group fails individually, before other stores
        // change.
        try transaction.checkReferences()
        noteLinks()
        var outcome = SaveOutcome()
        outcome.changes = changes
        if !history.runs.isEmpty {
            if let number = try transaction.record(history) {
                outcome.transactions = [(store.store.identifier, number)]
            }
        }
        return outcome
    }

    // MARK: Rows

    private func insert(
        _ model: any PersistentModel,
        of entity: EntityDescription,
        in transaction: any StoreTransaction
    ) throws {
        let key = model._$model.key
        let values = try encode(model, in: entity, selection: nil)
        if upsertResolver?.contains(model) == true {
            var all = PropertySet()
            for property in entity.properties(of: model) { all.insert(property.index) }
            let row = try transaction.update(key: key, values: values, of: all, in: entity)
            guard row != .missing else {
                throw StoreError(.failed, "the row \(key) of \(entity.name) to update is missing")
            }
            guard row == .changed || addsLinks(model, in: entity) else {
                unchanged.insert(ObjectIdentifier(model))
                return
            }
            changes.rows[entity.index, default: .init()].updated.append(key)
            history.append(.update, in: entity, of: model, properties: all)
        } else {
            try transaction.insert(key: key, values: values, into: entity)
            changes.rows[entity.index, default: .init()].inserted.append(key)
            history.append(.insert, in: entity, of: model)
        }
        noteReferences(of: model, entity: entity)
    }

    /// The new models of the store.
    private var inserted: some Sequence<Change> {
        newModels.values.lazy.compactMap { [identity = store.store.identity] model -> Change? in
            let state = model._$model
            guard let entity = state.entity, state.store === identity else { return nil }
            return (model, entity)
        }
    }

    private func findExistingRows(in transaction: any StoreTransaction) throws {
        let candidates = inserted.filter { !$0.entity.uniqueConstraints.isEmpty }
        guard !candidates.isEmpty else { return }
        let resolver = try UpsertResolver(
            graph.objects,
            in: transaction,
            updated: updated,
            deleted: deleted + cascaded
        )
        upsertResolver = resolver
        try resolver.find(for: candidates)
        try graph.changes.recorder?.willReplaceRows(of: resolver.upserts)
    }

    /// Updates rows in an order in which the unique values of each are free.
    ///
    /// An update that fails waits for the update of the row that has its value.
    ///
    /// - Returns: The updates for which no such order exists yet, and the error of the first one.
    /// - Complexity: O(*n*); an update fails at most once for each unique constraint.
    private func update(
        _ changes: [Change],
        afterDeletion: Bool = false,
        in transaction: any StoreTransaction
    ) throws -> (waiting: [Change], conflict: StoreError?) {
        var blocked = BlockedUpdates(graph.objects, in: transaction)
        for change in changes {
            var next = [change]
            while let change = next.popLast() {
                do {
                    try update(change, afterDeletion: afterDeletion, in: transaction)
                    next += blocked.removeAll(blockedBy: change)
                } catch let error as StoreError where error.code == .notUnique {
                    try blocked.insert(change, error: error)
                }
            }
        }
        return blocked.updates(of: changes)
    }

    /// Writes the foreign keys of waiting updates, so that a deletion of the previous owner does
    /// not cascade to the rows.
    private func writeReferences(
        of waiting: [Change],
        in transaction: any StoreTransaction
    ) throws {
        for (model, entity) in waiting {
            let places = graph.stores.layout[entity].places
            let unique = Set(entity.uniqueConstraints.joined())
            let references = entity.relationshipIndexes.filter { index in
                places[index] == .ownColumn && !unique.contains(index)
            }
            let changed = model._$model.changes.intersection(PropertySet(references))
            guard !changed.isEmpty else { continue }
            let values = try encode(model, in: entity, selection: changed)
            _ = try transaction.update(
                key: model._$model.key,
                values: values,
                of: changed,
                in: entity
            )
        }
    }

    private func update(
        _ change: Change,
        afterDeletion: Bool,
        in transaction: any StoreTransaction
    ) throws {
        let (model, entity) = change
        let state = model._$model
        let properties = state.changes.intersection(entity.recordedProperties)
        // A change of ephemeral attributes alone changes no row.
        guard !properties.isEmpty else { return }
        let values = try encode(model, in: entity, selection: state.changes)
        let row = try transaction.update(
            key: state.key,
            values: values,
            of: state.changes,
            in: entity
        )
        guard row != .missing else {
            return try noteMissingRow(of: change, afterDeletion: afterDeletion)
        }
        updates.append(
            RecordedUpdate(
                model,
                entity: entity,
                properties: properties,
                isChanged: row == .changed
            )
        )
    }

    /// Records the updates that changed a row or a relationship.
    ///
    /// - Parameter waiting: The updates that follow the deletion.
    private func recordUpdates(waiting: [Change]) {
        var relationships = ChangedRelationships(
            graph,
            updates: updates,
            other: deleted + cascaded + waiting,
            deletedRows: deletedRows,
            links: links
        )
        for update in updates {
            let (model, entity) = (update.model, update.entity)
            guard update.isChanged || relationships.contain(changeOf: update) else {
                unchanged.insert(ObjectIdentifier(model))
                continue
            }
            changes.rows[entity.index, default: .init()].updated.append(model._$model.key)
            noteReferences(of: model, entity: entity, in: model._$model.changes)
            history.append(.update, in: entity, of: model, properties: update.properties)
        }
        updates = []
    }

    /// Records that the row of a changed model does not exist any more.
    ///
    /// - Throws: `StoreError` if the save itself has deleted the row.
    private func noteMissingRow(of change: Change, afterDeletion: Bool) throws {
        let (model, entity) = change
        guard afterDeletion else {
            missing.append(model)
            changes.rows[entity.index, default: .init()].deleted.append(model._$model.key)
            return
        }
        guard !cascaded.contains(where: { $0.model === model }) else { return }
        throw StoreError(
            .constraint,
            "\(entity.name) \(model._$model.key) cannot be moved to another owner, because its unique "
                + "value is that of a model that is deleted with the former owner; save the move first"
        )
    }

    private func delete(in transaction: any StoreTransaction) throws {
        for (index, keys) in deletedRows.sorted(by: { $0.key < $1.key }) {
            let entity = graph.stores.schema.entities[index]
            for key in keys { history.append(.delete, in: entity, key: key) }
            try transaction.delete(keys: keys, from: entity)
            changes.rows[index, default: .init()].deleted += keys
        }
        // By entity, so that the history records successive rows of a table as one change.
        for (index, deleted) in Dictionary(grouping: deleted + cascaded, by: \.entity.index)
            .sorted(by: { $0.key < $1.key })
        {
            let entity = graph.stores.schema.entities[index]
            var keys: [Int64] = []
            for (model, _) in deleted {
                keys.append(model._$model.key)
                history.append(
                    .delete,
                    in: entity,
                    of: model,
                    tombstone: try tombstone(of: model, in: entity)
                )
            }
            // The rows at the end of a cascade first, because SQLite limits the depth of cascades
            // that it carries out itself.
            try transaction.delete(keys: keys.reversed(), from: entity)
            changes.rows[index, default: .init()].deleted += keys
        }
    }

    /// Finds what refers to deleted rows and the delete rules have not found, and records it.
    private func findUnlistedReferrers() throws {
        var keys = deletedRows
        for (model, entity) in deleted { keys[entity.index, default: []].append(model._$model.key) }
        guard !keys.isEmpty else { return }
        let referrers = try UnlistedReferrers(ofDeleted: keys, graph: graph)
        unlistedReferrers = referrers
        changes.links = referrers.links
        for (property, models) in referrers.cleared {
            for model in models {
                guard let entity = model._$model.entity else { continue }
                changes.rows[entity.index, default: .init()].updated.append(model._$model.key)
                history.append(.update, in: entity, of: model, properties: [property.index])
            }
        }
    }

    /// Records the foreign keys of a row.
    private func noteReferences(
        of model: any PersistentModel,
        entity: EntityDescription,
        in properties: PropertySet? = nil
    ) {
        for property in foreignKeys(of: entity) where properties?.contains(property.index) ?? true {
            guard let owner = property.access.targetKey(model), let inverse = property.inverse,
                let destination = property.destination
            else { continue }
            let relationship = ContextChanges.Relationship(
                entity: destination.index,
                property: inverse
            )
            changes.references[relationship, default: .init()]
                .insert(.init(key: model._$model.key, owner: owner))
        }
    }

    private func foreignKeys(of entity: EntityDescription) -> [PropertyDescription] {
        if let known = foreignKeys[entity.index] { return known }
        let found = entity.invertedForeignKeys
        foreignKeys[entity.index] = found
        return found
    }

    private func encode(
        _ model: any PersistentModel,
        in entity: EntityDescription,
        selection: PropertySet?
    ) throws -> [_ColumnValue] {
        var encoder =
            encoders[entity.index].take() ?? graph.stores.layout[entity].makeEncoder()
        encoder.reset(for: model)
        encoder.selection = selection
        do {
            try model._$encode(&encoder)
        } catch {
            throw SwiftDataError.modelValidationFailure(
                "a value of a \(entity.name) cannot be stored: \(error)"
            )
        }
        let values = encoder.values
        encoders[entity.index] = encoder
        return values
    }

    /// Records changed links as updates of the models on the left side of the join table.
    ///
    /// Their rows do not change. Other contexts receive both ends.
    private func noteLinks() {
        for (table, pairs) in links {
            changes.links[table, default: []] += pairs.pairs.map(\.keys)
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
                history.append(.update, in: entity, of: pair.left, properties: [property.index])
            }
        }
    }
}
