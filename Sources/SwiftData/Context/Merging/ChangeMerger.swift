// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Merges the saves of the container's other contexts into the objects of this context.
final class ChangeMerger {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let relationships: RelationshipMerger
    /// The number of the context in the change feed.
    private let number: UInt64
    /// The position of the last merged save in the change feed.
    private var position: Int

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
        relationships = RelationshipMerger(graph)
        number = stores.coordinator.changes.nextContextNumber()
        position = stores.coordinator.changes.position
    }

    /// Merges the saves of other contexts since the last call.
    ///
    /// While a snapshot is read, nothing is merged.
    func mergeChanges() {
        guard stores.snapshots.isEmpty else { return }
        stores.coordinator.publishRemoteChanges()
        switch stores.coordinator.changes.missedChanges(since: &position, for: number) {
        case .nothing: return
        case .changes(let missed):
            for changes in missed {
                merge(changes)
                self.changes.observers.send(.commit(changes))
            }
        case .everything:
            mergeEverything()
            changes.observers.send(.everything)
        }
    }

    /// Calls `body` after each save of another context, until the listener is released.
    func listen(_ body: @escaping @Sendable () -> Void) -> ChangeFeed.Listener {
        stores.coordinator.changes.listen(besides: number, body)
    }

    /// Publishes a committed save of this context to the other contexts, unless it changed nothing.
    func publish(_ outcome: SaveOutcome) {
        guard !outcome.isEmpty else { return }
        stores.coordinator.publish(outcome.changes, from: number)
        changes.observers.send(.commit(outcome.changes))
    }

    /// Merges one commit.
    ///
    /// - Complexity: O(*n*) for *n* changes of the commit, regardless of the number of objects; a
    ///   relationship without an inverse to deleted rows is searched in all objects.
    func merge(_ changes: ContextChanges) {
        for (index, rows) in changes.rows {
            let entity = stores.schema.entities[index]
            let updated = rows.updated.compactMap { objects.object(entity, key: $0) }
            if !updated.isEmpty {
                relationships.updateOwners(of: updated, in: entity) {
                    refreshNotifying(entity, keys: updated.map(\._$model.key))
                }
            }
            let deleted = rows.deleted.compactMap { objects.object(entity, key: $0) }
            if !self.changes.pending.deletedRows.isEmpty {
                for key in rows.deleted { _ = self.changes.discardDeletion(ofRow: key, of: entity) }
            }
            if !changes.listsReferences {
                relationships.clearReferences(to: entity, keys: rows.deleted) { _ in true }
            }
            relationships.remove(deleted, keys: rows.deleted, of: entity)
            for model in deleted { objects.invalidate(model) }
        }
        for (relationship, references) in changes.references {
            relationships.add(
                references,
                appended: changes.appended[relationship] ?? [],
                to: relationship
            )
        }
        for (relationship, owners) in changes.arranged {
            relationships.unload(relationship, of: owners)
        }
        for (table, pairs) in changes.links { relationships.unloadLinks(pairs, in: table) }
        for relationship in changes.unlisted { relationships.unload(relationship) }
    }

    /// Refreshes the objects of rows that a save of this context updated instead of inserting.
    func mergeUpserts(of rows: [Int: [Int64]]) {
        for (index, keys) in rows {
            let entity = stores.schema.entities[index]
            let registered = keys.filter { objects.object(entity, key: $0) != nil }
            if !registered.isEmpty { refreshNotifying(entity, keys: registered) }
            relationships.unloadAll(to: entity)
        }
    }

    /// Loads unloaded models that kept values, because these differ from their rows.
    func refreshKeptValues(of models: [any PersistentModel]) {
        let models = models.filter { $0._$model.entity?.mayLackPlaceholders == true }
        for (index, models) in Dictionary(grouping: models, by: { $0._$model.entity?.index }) {
            guard let index else { continue }
            refreshNotifying(stores.schema.entities[index], keys: models.map(\._$model.key))
        }
    }

    /// Unloads the relationships that lack rows after a discarded deletion.
    func unloadRelationships(afterRestoring deletions: [Deletion]) {
        let entities = Set(deletions.flatMap(\.rows).map(\.entity.index))
        for index in entities { relationships.unloadAll(to: stores.schema.entities[index]) }
    }

    /// Removes references to deleted rows without an inverse relationship from the objects.
    func clearOneWayReferences(to entity: EntityDescription, keys: [Int64]) {
        relationships.clearReferences(to: entity, keys: keys) { $0.inverse == nil }
    }

    /// Merges an unknown number of commits: any object may be stale or have lost its row.
    private func mergeEverything() {
        // Faults, which are refreshed with the other models.
        objects.registerDeletedRows()
        for entity in stores.schema.entities {
            let models = objects.objects(of: entity).filter { $0._$model.lifecycle != .inserted }
            guard !models.isEmpty else { continue }
            if let found = refreshNotifying(entity, keys: models.map(\._$model.key)) {
                let invalidated = models.filter { !found.contains($0._$model.key) }
                let keys = invalidated.map(\._$model.key)
                relationships.clearReferences(to: entity, keys: keys) { _ in true }
                for model in invalidated { objects.invalidate(model) }
            }
            relationships.unloadAll(to: entity)
        }
    }

    @discardableResult
    private func refreshNotifying(_ entity: EntityDescription, keys: [Int64]) -> Set<Int64>? {
        let found = try? objects.refresh(entity, keys: keys)
        for key in keys {
            guard let model = objects.object(entity, key: key) else { continue }
            for property in entity.properties where !property.isToMany {
                property.access.notifying(model) {}
            }
        }
        return found
    }
}
