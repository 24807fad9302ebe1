// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Saves the pending changes of a context to all of its stores, then updates its objects.
struct SaveTransaction {
    let graph: ObjectGraph
    let author: String?
    /// Whether the outcome includes the user info of `didSave`.
    let includesUserInfo: Bool

    /// Writes all pending changes and marks them as saved.
    ///
    /// - Throws: The errors of `ModelContext.save()`; the changes remain pending.
    func run() throws -> SaveOutcome {
        let cleared = clearReferencesToDeletions()
        do {
            return try save(clearing: cleared)
        } catch {
            for reference in cleared { reference.set(isCleared: false) }
            throw error
        }
    }

    /// Clears the unsaved references without an inverse to models that were deleted after the
    /// assignment, as the store clears the saved ones.
    ///
    /// A required reference stays, so that the validation throws.
    ///
    /// - Returns: The cleared references.
    private func clearReferencesToDeletions() -> [OneWayReference] {
        let references = graph.changes.pending.checks.referencesToDeletions.filter { reference in
            graph.objects.contains(reference.owner) && reference.leadsToDeletion
                && !reference.property.isRequired
        }
        for reference in references {
            reference.set(isCleared: true)
            graph.changes.noteChange(of: reference.property, in: reference.owner)
        }
        return references
    }

    /// The operations in the order in which they write; the last one commits first.
    ///
    /// Stores with transactions come first, and each kind in one order for all containers of the
    /// process, so that saves do not wait for each other's files.
    private var operations: [SaveOperation] {
        graph.stores.coordinator.stores
            .map { SaveOperation(graph, store: $0, author: author) }
            .filter { !$0.isEmpty }
            .sorted { left, right in
                let (left, right) = (left.store.store, right.store.store)
                guard left.isTransactional == right.isTransactional else {
                    return left.isTransactional
                }
                return left.identifier < right.identifier
            }
    }

    private func save(clearing references: [OneWayReference]) throws -> SaveOutcome {
        try RelationshipValidator(changes: graph.changes, loader: graph.relationshipLoader)
            .validate()
        try graph.changes.recorder?.willSave(graph.changes.pending, clearing: references)
        let operations = self.operations
        var receipts: [CommitReceipt] = []
        let outcomes = try write(operations[...], receipts: &receipts)
        // The last store commits first.
        let stores = operations.reversed().map(\.store.store.identifier)
        let saved = graph.changes.takePending()
        var outcome = SaveOutcome(joining: outcomes)
        var upserts = operations.flatMap { $0.upsertResolver?.upserts ?? [] }
        for receipt in receipts {
            upserts += self.upserts(receipt, of: saved, recordingIn: &outcome.changes)
        }
        markSaved(saved)
        for operation in operations where operation.hasUnlistedChanges {
            graph.merger.merge(operation.unlistedChanges)
        }
        apply(upserts, savedWith: saved)
        graph.changes.recorder?.didSave()
        for (receipt, store) in zip(receipts, stores) {
            refresh(receipt.refreshedKeys, recordingIn: &outcome.changes)
            outcome.customTokens[store] = receipt.historyToken as? any HistoryToken
        }
        if includesUserInfo {
            outcome.userInfo = userInfo(
                of: saved,
                by: operations,
                upserts: upserts,
                outcome: outcome
            )
        }
        return outcome
    }

    /// Writes to several stores, to each inside the transaction of the previous store.
    ///
    /// No store commits before all changes are written, so that no store keeps a save that another
    /// one rejects.
    private func write(
        _ operations: ArraySlice<SaveOperation>,
        receipts: inout [CommitReceipt]
    ) throws -> [SaveOutcome] {
        guard let operation = operations.first else { return [] }
        var written: (any StoreTransaction)?
        let outcomes = try graph.stores.write(to: operation.store.store) { transaction in
            written = transaction
            let outcome = try operation.run(in: transaction)
            if operations.count > 1 { try transaction.completeWrites() }
            return try [outcome] + write(operations.dropFirst(), receipts: &receipts)
        }
        if let written { receipts.append(written.receipt) }
        return outcomes
    }

    // MARK: Objects

    /// Returns the upserts that a store carried out itself.
    private func upserts(
        _ receipt: CommitReceipt,
        of saved: PendingChanges,
        recordingIn changes: inout ContextChanges
    ) -> [UpsertResolver.Upsert] {
        receipt.mergedRows.flatMap { index, rows in
            let entity = graph.stores.schema.entities[index]
            let keys = Dictionary(rows.map { ($0.ownKey, $0.key) }) { first, _ in first }
            changes.rows[index]?.inserted.removeAll { keys[$0] != nil }
            changes.rows[index, default: .init()].updated += keys.values
            return saved.inserted.values.compactMap { model -> UpsertResolver.Upsert? in
                let state = model._$model
                guard state.entity === entity, let key = keys[state.key] else { return nil }
                return .init(model: model, entity: entity, ownKey: state.key, key: key)
            }
        }
    }

    /// Unloads the objects of rows that a store changed itself.
    private func refresh(_ keys: [Int: [Int64]], recordingIn changes: inout ContextChanges) {
        for (index, keys) in keys {
            let entity = graph.stores.schema.entities[index]
            let models = keys.compactMap { graph.objects.object(entity, key: $0) }
            for model in models { graph.objects.unload(model) }
            graph.merger.refreshKeptValues(of: models)
            changes.rows[index, default: .init()].updated += keys
        }
    }

    /// Marks models as saved, and invalidates deleted models.
    private func markSaved(_ saved: PendingChanges) {
        for model in saved.inserted.values {
            let state = model._$model
            state.lifecycle = .stored
            state.changes.removeAll()
            if saved.hasRelationships { releaseUnaccessed(model, state: state) }
        }
        for model in saved.changed.values {
            let state = model._$model
            state.changes.removeAll()
            state.hasRelationshipChanges = false
            unloadStaleRelationships(of: model)
            releaseUnaccessed(model, state: state)
        }
        var deleted: [[Int64]] = graph.stores.schema.entities.map { _ in [] }
        for model in saved.deleted.values {
            guard let entity = model._$model.entity else { continue }
            deleted[entity.index].append(model._$model.key)
        }
        for index in saved.deletedRows.entities {
            deleted[index] += saved.deletedRows.keys(ofEntity: index)
        }
        for (entity, keys) in zip(graph.stores.schema.entities, deleted) where !keys.isEmpty {
            graph.merger.clearOneWayReferences(to: entity, keys: keys)
        }
        for model in saved.deleted.values { graph.objects.invalidate(model) }
    }

    /// Releases related models that were only added from the other end; the store has them now.
    private func releaseUnaccessed(_ model: any PersistentModel, state: _ModelState) {
        guard let entity = state.entity else { return }
        for index in entity.relationshipIndexes where entity.properties[index].isToMany {
            entity.properties[index].collection?.releaseUnaccessed(model)
        }
    }

    /// Unloads assigned relationships that another context has changed since.
    private func unloadStaleRelationships(of model: any PersistentModel) {
        let state = model._$model
        guard !state.staleRelationships.isEmpty, let entity = state.entity else { return }
        for property in entity.properties where state.staleRelationships.contains(property.index) {
            property.access.notifying(model) { property.access.unload(model) }
        }
        state.staleRelationships.removeAll()
    }

    // MARK: Upserts

    /// Registers the objects of rows that a committed save updated instead of inserting.
    ///
    /// An existing object of the row stays registered, with the new values. The new object is then
    /// invalidated; it keeps its values and has the identifier of the row.
    private func apply(_ upserts: [UpsertResolver.Upsert], savedWith saved: PendingChanges) {
        guard !upserts.isEmpty else { return }
        let objects = graph.objects
        var existingObjects: [ObjectIdentifier: any PersistentModel] = [:]
        var keys: [Int: [Int64]] = [:]
        for upsert in upserts {
            keys[upsert.entity.index, default: []].append(upsert.key)
            objects.unregister(upsert.entity, key: upsert.ownKey)
            if let existing = objects.object(upsert.entity, key: upsert.key) {
                existingObjects[ObjectIdentifier(upsert.model)] = existing
            } else {
                objects.move(upsert.model, in: upsert.entity, to: upsert.key)
            }
        }
        redirectReferences(to: existingObjects, in: saved)
        for upsert in upserts {
            guard let existing = existingObjects[ObjectIdentifier(upsert.model)] else {
                // The stored row may have more related rows than the new object.
                unloadRelationships(of: upsert.model, in: upsert.entity)
                continue
            }
            objects.invalidate(upsert.model)
            upsert.model._$model.key = upsert.key
            objects.unload(existing)
        }
        graph.merger.mergeUpserts(of: keys)
    }

    /// Replaces references to new objects by references to the existing ones.
    private func redirectReferences(
        to existingObjects: [ObjectIdentifier: any PersistentModel],
        in saved: PendingChanges
    ) {
        guard !existingObjects.isEmpty else { return }
        for models in [saved.inserted.values, saved.changed.values] {
            for model in models {
                guard let entity = model._$model.entity else { continue }
                for index in entity.relationshipIndexes {
                    guard let reference = entity.properties[index].reference,
                        let target = reference.target(model),
                        let existing = existingObjects[ObjectIdentifier(target)]
                    else { continue }
                    reference.notifying(model) { reference.setTargets([existing], of: model) }
                }
            }
        }
    }

    private func unloadRelationships(
        of model: any PersistentModel,
        in entity: EntityDescription
    ) {
        for index in entity.relationshipIndexes {
            let property = entity.properties[index]
            guard property.isToMany || !property.ownsForeignKey(in: entity) else { continue }
            property.access.notifying(model) { property.access.unload(model) }
        }
    }

    // MARK: Notification

    private func identifiers(
        of models: some Sequence<any PersistentModel>
    ) -> [PersistentIdentifier] {
        models.map { $0._$model.identifier(entityName: type(of: $0).entityName) }
    }

    /// Returns the identifiers of rows that had no model.
    private func identifiers(ofRows rows: [Int: [Int64]]) -> [PersistentIdentifier] {
        var identifiers: [PersistentIdentifier] = []
        for (index, keys) in rows.sorted(by: { $0.key < $1.key }) {
            let entity = graph.stores.schema.entities[index]
            guard let store = try? graph.stores.store(of: entity).identity else { continue }
            identifiers.reserveCapacity(identifiers.count + keys.count)
            for key in keys { identifiers.append(store.identifier(of: key, in: entity.name)) }
        }
        return identifiers
    }

    /// Returns the identifiers of the rows that a save has deleted.
    private func deletedIdentifiers(
        of saved: PendingChanges,
        by operations: [SaveOperation]
    ) -> [PersistentIdentifier] {
        var deleted = identifiers(of: saved.deleted.values)
        deleted += identifiers(of: operations.compactMap(\.unlistedReferrers).flatMap(\.deleted))
        deleted += identifiers(of: operations.flatMap(\.missing))
        for operation in operations { deleted += identifiers(ofRows: operation.deletedRows) }
        return deleted
    }

    /// Returns the user info of `didSave`.
    private func userInfo(
        of saved: PendingChanges,
        by operations: [SaveOperation],
        upserts: [UpsertResolver.Upsert],
        outcome: SaveOutcome
    ) -> [AnyHashable: Any] {
        var inserted = identifiers(of: saved.inserted.values)
        let cleared = operations.compactMap(\.unlistedReferrers).flatMap(\.cleared)
            .flatMap(\.models)
        let missing = identifiers(of: operations.flatMap(\.missing))
        let unchanged = operations.reduce(into: Set()) { $0.formUnion($1.unchanged) }
        var updated =
            outcome.changes.isEmpty
            ? []
            : identifiers(
                of: saved.changed.values.filter { !unchanged.contains(ObjectIdentifier($0)) }
            )
        if !cleared.isEmpty || !missing.isEmpty {
            var others = Set(missing)
            updated = (updated + identifiers(of: cleared)).filter { others.insert($0).inserted }
        }
        if !upserts.isEmpty {
            // An upsert is an update, unless another model of the same save inserted the row.
            let upserted = Set(upserts.map { ObjectIdentifier($0.model) })
            inserted = saved.inserted.values.filter { !upserted.contains(ObjectIdentifier($0)) }
                .map(\.persistentModelID)
            var others = Set(inserted)
            let replaced = upserts.map(\.model).filter { !unchanged.contains(ObjectIdentifier($0)) }
            updated = (updated + replaced.map(\.persistentModelID))
                .filter { others.insert($0).inserted }
        }
        typealias Key = ModelContext.NotificationKey
        return [
            Key.insertedIdentifiers.rawValue: inserted,
            Key.updatedIdentifiers.rawValue: updated,
            Key.deletedIdentifiers.rawValue: deletedIdentifiers(of: saved, by: operations),
            Key.historyTokens.rawValue: outcome.historyTokens,
        ]
    }
}

/// The effects of a save, for other contexts and `didSave`.
struct SaveOutcome {
    var changes = ContextChanges()
    /// The user info of `didSave`.
    var userInfo: [AnyHashable: Any] = [:]
    /// The recorded transactions by store identifier.
    var transactions: [(store: String, value: Int64)] = []
    /// The history tokens of custom stores by store identifier.
    var customTokens: [String: any HistoryToken] = [:]
    /// The history tokens directly after the save, by store identifier.
    var historyTokens: [String: any HistoryToken] {
        var tokens = customTokens
        for (store, value) in transactions { tokens[store] = DefaultHistoryToken([store: value]) }
        return tokens
    }

    /// Whether the save changed nothing, such as one of equal values.
    var isEmpty: Bool {
        changes.isEmpty && transactions.isEmpty && customTokens.isEmpty
            && userInfo.values.allSatisfy { ($0 as? [PersistentIdentifier])?.isEmpty ?? true }
    }

    init() {}

    init(joining outcomes: [SaveOutcome]) {
        self = outcomes.first ?? SaveOutcome()
        for outcome in outcomes.dropFirst() {
            changes.formUnion(outcome.changes)
            transactions += outcome.transactions
        }
    }
}
