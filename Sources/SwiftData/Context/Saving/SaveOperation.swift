// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes the pending changes of a context that belong to one store.
///
/// Rows may be written in any order: references are checked after the last one.
final class SaveOperation {
    typealias Change = UpsertResolver.Change

    let graph: ObjectGraph
    let store: StoreCoordinator.Store
    private let pending: StoreChanges
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
    private let encoders: ModelEncoders
    private var record: SaveRecord

    init(_ graph: ObjectGraph, store: StoreCoordinator.Store, author: String?) {
        self.graph = graph
        self.store = store
        pending = StoreChanges(of: store, graph: graph)
        encoders = ModelEncoders(graph.stores.layout)
        record = SaveRecord(author: author, entityCount: graph.stores.schema.entities.count)
    }

    var isEmpty: Bool { pending.isEmpty }

    /// The keys of the rows to delete that have no model, by entity index.
    var deletedRows: [Int: [Int64]] { pending.deletedRows }

    /// Whether rows changed that are not among the pending changes.
    var hasUnlistedChanges: Bool { unlistedReferrers != nil || !missing.isEmpty }

    /// Writes the changes in a transaction.
    func run(in transaction: any StoreTransaction) throws -> SaveOutcome {
        defer { upsertResolver?.restoreKeys() }
        try findUnlistedReferrers(in: transaction)
        if store.uniqueCollision == .update, graph.stores.schema.hasUniqueConstraints {
            try findExistingRows(in: transaction)
        }
        if pending.changesStoredRows { try updateAndDelete(in: transaction) }
        for (model, entity) in pending.inserted {
            try insert(model, of: entity, in: transaction)
        }
        try writeLinks(in: transaction)
        // Checked here, so that a command of a group fails individually, before other stores
        // change.
        try transaction.checkReferences()
        for (table, pairs) in pending.links { record.noteLinks(pairs, in: table, graph: graph) }
        var outcome = SaveOutcome()
        outcome.changes = record.changes
        if !record.history.runs.isEmpty, let number = try transaction.record(record.history) {
            outcome.transactions = [(store.store.identifier, number)]
        }
        return outcome
    }

    /// Writes the updates and the deletions.
    ///
    /// Updates come before deletions, so that a model can be moved to another owner before a
    /// deletion cascades, except updates that need a unique value of a deleted row.
    private func updateAndDelete(in transaction: any StoreTransaction) throws {
        let waiting = try update(pending.updated, in: transaction).waiting
        recordUpdates(waiting: waiting)
        try writeReferences(of: waiting, in: transaction)
        try delete(in: transaction)
        guard !waiting.isEmpty else { return }
        let rest = try update(waiting, afterDeletion: true, in: transaction)
        if let conflict = rest.conflict { throw conflict }
        recordUpdates(waiting: waiting)
    }

    /// Writes the changed pairs of join tables and the changed order of related rows.
    private func writeLinks(in transaction: any StoreTransaction) throws {
        for (table, pairs) in pending.links {
            try transaction.link(
                PendingRows.Links(
                    added: pairs.added.map(\.keys),
                    removed: pairs.removed.map(\.keys)
                ),
                in: table
            )
        }
        let all = graph.changes.pending
        guard all.hasRelationships || !all.arranged.isEmpty else { return }
        let order = OrderedRelationships(graph, store: store.store.identity)
        for arrangement in order.arrangements(
            inserted: Array(pending.inserted),
            updated: pending.updated
        ) {
            try transaction.arrange(arrangement)
            record.changes.note(arrangement)
        }
    }

    // MARK: Rows

    private func insert(
        _ model: any PersistentModel,
        of entity: EntityDescription,
        in transaction: any StoreTransaction
    ) throws {
        let key = model._$model.key
        let values = try encoders.encode(model, in: entity, selection: nil)
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
            record.update(model, of: entity, properties: all)
        } else {
            try transaction.insert(key: key, values: values, into: entity)
            record.insert(model, of: entity)
        }
        record.noteReferences(of: model, entity: entity)
    }

    private func findExistingRows(in transaction: any StoreTransaction) throws {
        let candidates = pending.inserted.filter { !$0.entity.uniqueConstraints.isEmpty }
        guard !candidates.isEmpty else { return }
        let resolver = try UpsertResolver(
            graph.objects,
            in: transaction,
            updated: pending.updated,
            deleted: pending.deleted + cascaded
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
            let values = try encoders.encode(model, in: entity, selection: changed)
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
        let values = try encoders.encode(model, in: entity, selection: state.changes)
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
            other: pending.deleted + cascaded + waiting,
            deletedRows: pending.deletedRows,
            links: pending.links
        )
        for update in updates {
            let (model, entity) = (update.model, update.entity)
            guard update.isChanged || relationships.contain(changeOf: update) else {
                unchanged.insert(ObjectIdentifier(model))
                continue
            }
            record.noteReferences(of: model, entity: entity, in: model._$model.changes)
            record.update(model, of: entity, properties: update.properties)
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
            record.noteMissing(model, of: entity)
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
        for (index, keys) in pending.deletedRows.sorted(by: { $0.key < $1.key }) {
            record.delete(keys: keys, of: graph.stores.schema.entities[index])
        }
        if !deletesRowsFirst { try deleteRows(in: transaction) }
        // By entity, so that the history records successive rows of a table as one change.
        for (index, deleted) in Dictionary(grouping: pending.deleted + cascaded, by: \.entity.index)
            .sorted(by: { $0.key < $1.key })
        {
            let entity = graph.stores.schema.entities[index]
            for (model, _) in deleted {
                record.delete(model, of: entity, tombstone: try tombstone(of: model, in: entity))
            }
            // The rows at the end of a cascade first, because SQLite limits the depth of cascades
            // that it carries out itself.
            let keys = deleted.map { $0.model._$model.key }
            try transaction.delete(keys: keys.reversed(), from: entity)
        }
    }

    /// Whether the rows without models are deleted before anything else is written.
    ///
    /// An update may clear a reference to one of them, which is a change only before its deletion.
    private var deletesRowsFirst: Bool { pending.updated.isEmpty }

    /// Deletes the rows that have no model.
    private func deleteRows(in transaction: any StoreTransaction) throws {
        for (index, keys) in pending.deletedRows.sorted(by: { $0.key < $1.key }) {
            try transaction.delete(keys: keys, from: graph.stores.schema.entities[index])
        }
    }

    /// Finds the referrers of deleted rows that the delete rules have not found, and records them.
    ///
    /// The rows without models are deleted in between if possible: they are then not found as the
    /// referrers of their owners.
    private func findUnlistedReferrers(in transaction: any StoreTransaction) throws {
        var keys: [Int: [Int64]] = [:]
        for (model, entity) in pending.deleted {
            keys[entity.index, default: []].append(model._$model.key)
        }
        guard !keys.isEmpty || !pending.deletedRows.isEmpty else { return }
        var referrers = UnlistedReferrers(graph)
        try referrers.find(ofDeleted: pending.deletedRows)
        if deletesRowsFirst { try deleteRows(in: transaction) }
        try referrers.find(ofDeleted: keys)
        unlistedReferrers = referrers
        record.changes.links = referrers.links
        for (property, models) in referrers.cleared {
            for model in models {
                guard let entity = model._$model.entity else { continue }
                record.update(model, of: entity, properties: [property.index])
            }
        }
    }
}

extension SaveOperation {
    /// Returns whether a new model refers to other models by a relationship without a column in its
    /// row.
    private func addsLinks(_ model: any PersistentModel, in entity: EntityDescription) -> Bool {
        let places = graph.stores.layout[entity].places
        return entity.relationships(of: model).contains { property in
            places[property.index] != .ownColumn
                && property.relation?.targets(model)?.isEmpty == false
        }
    }

    /// Returns the values that the history keeps of a deleted model, by column.
    private func tombstone(
        of model: any PersistentModel,
        in entity: EntityDescription
    ) throws -> [String: _ColumnValue] {
        var values: [String: _ColumnValue] = [:]
        for property in entity.properties(of: model)
        where property.policy.isPreservedOnDeletion {
            if !property.access.isLoaded(model) {
                graph.objects.loadAttribute(at: property.index, of: model)
            }
            for (column, value) in zip(property.columns, try property.access.columnValues(model)) {
                values[column.name] = value
            }
        }
        return values
    }
}

/// Encodes models as rows, with one encoder for each entity that is used again and again.
final class ModelEncoders {
    private let layout: SchemaLayout
    /// The encoders that are not in use, by entity index.
    private var unused: [_RowEncoder?]

    init(_ layout: SchemaLayout) {
        self.layout = layout
        unused = Array(repeating: nil, count: layout.tables.count)
    }

    /// Returns the values of a model's columns, or of the columns of some properties.
    func encode(
        _ model: any PersistentModel,
        in entity: EntityDescription,
        selection: PropertySet?
    ) throws -> [_ColumnValue] {
        var encoder = unused[entity.index].take() ?? layout[entity].makeEncoder()
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
        unused[entity.index] = encoder
        return values
    }
}
