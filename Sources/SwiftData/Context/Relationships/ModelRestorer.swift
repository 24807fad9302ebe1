// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns deleted models to the context.
final class ModelRestorer {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let loader: RelationshipLoader
    private let maintainer: RelationshipMaintainer
    private let merger: ChangeMerger
    let relationships: RelationshipRepair

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
        loader = graph.relationshipLoader
        maintainer = graph.relationships
        merger = graph.merger
        relationships = RelationshipRepair(graph)
    }

    // MARK: Unsaved deletions

    /// Undoes the deletion of a model, including the effects of its delete rules.
    ///
    /// The delete rules of models that stay deleted apply to the models that return: their
    /// references to them become nil, even if the rule cascades.
    func restore(_ model: any PersistentModel) {
        guard
            let deletion = changes.pending.deletions.removeValue(forKey: ObjectIdentifier(model))
        else {
            // The model was deleted by the delete rule of another model, which stays deleted.
            restoreRow(of: model)
            return relationships.repair([model])
        }
        // A model may have returned earlier and been deleted separately.
        var returned = deletion.deleted.filter { model in
            changes.pending.deletions[ObjectIdentifier(model)] == nil
        }
        for model in returned { restoreRow(of: model) }
        for (entity, keys) in deletion.rows { returned += restoreRows(keys, of: entity) }
        merger.unloadRelationships(afterRestoring: [deletion])
        for model in deletion.discarded { maintainer.insertGraph(from: model) }
        // Before the relationships, which observers may read at once.
        for (table, pairs) in deletion.links { restore(pairs, inTable: table) }
        for removal in deletion.removals where isPresent(removal.removed) { restore(removal) }
        relationships.repair(returned + deletion.discarded)
    }

    /// Discards the deletion of a model, but not the effects of its delete rules.
    func restoreRow(of model: any PersistentModel) {
        let state = model._$model
        guard state.lifecycle == .deleted else { return }
        changes.discardDeletion(of: model)
        // Released after the access, as by `exchange(_:with:)`.
        _ = changes.pending.deletions.removeValue(forKey: ObjectIdentifier(model))
        state.lifecycle = .stored
        changes.recorder?.didInsert(model)
        if state.hasChanges { changes.noteChange(of: model) }
    }

    /// Discards the deletions of rows that had no models.
    ///
    /// - Returns: The models of rows that got one since, and of rows that may refer to a deleted
    ///   row, because its deletion could cascade to them.
    private func restoreRows(
        _ keys: [Int64],
        of entity: EntityDescription
    ) -> [any PersistentModel] {
        var models: [any PersistentModel] = []
        var others: Set<Int64> = []
        for key in keys {
            if changes.discardDeletion(ofRow: key, of: entity) {
                others.insert(key)
            } else if let model = objects.object(entity, key: key) {
                restoreRow(of: model)
                models.append(model)
            }
        }
        guard !others.isEmpty, mayReferToDeletions(entity) else { return models }
        do {
            models += try stores.uninterrupted { try loader.models(entity, keys: others) }
                .sorted { $0.key < $1.key }.map(\.value)
        } catch {
            changes.noteReadFailure(error)
        }
        return models
    }

    /// Returns whether rows of the entities to which an entity has foreign keys will be deleted.
    private func mayReferToDeletions(_ entity: EntityDescription) -> Bool {
        entity.invertedForeignKeys.contains { property in
            property.destination.map { changes.pending.hasDeletions(ofEntity: $0.index) } ?? false
        }
    }

    private func restore(_ pairs: PendingLinks.Pairs, inTable table: Int) {
        for pair in pairs.added {
            if isPresent(pair.left), isPresent(pair.right) {
                changes.pending.link(pair, in: table)
            } else if !changes.pending.noteAddition(of: pair, inTable: table) {
                removeOneWayTarget(of: pair, inTable: table)
            }
        }
        for pair in pairs.removed
        where objects.contains(pair.left) && objects.contains(pair.right) {
            changes.pending.unlink(pair, in: table)
        }
    }

    /// Removes the target of a pair that is lost from a relationship without an inverse.
    private func removeOneWayTarget(of pair: PendingLinks.Pair, inTable table: Int) {
        let left = stores.layout.joinTables[table].left
        let property = stores.schema.entities[left.entity].properties[left.property]
        guard property.inverse == nil else { return }
        property.access.notifying(pair.left) {
            property.relation?.remove(pair.right, from: pair.left)
        }
    }

    private func restore(_ removal: Deletion.Removal) {
        let (owner, property) = (removal.owner, removal.property)
        // The relationship may refer to another model by now.
        guard property.isToMany || property.relation?.targets(owner)?.isEmpty != false else {
            return
        }
        if isPresent(owner) {
            guard !hasOtherOwner(removal) else { return }
            relationships.add(removal.removed, to: owner, by: property)
        } else if isDeleted(owner), !property.isToMany,
            let entity = try? stores.schema.entity(for: type(of: owner)),
            property.ownsForeignKey(in: entity)
        {
            // The owner returns with the reference.
            property.relation?.setTargets([removal.removed], of: owner)
        }
    }

    /// Returns whether the foreign key of a removed model leads to another owner by now.
    private func hasOtherOwner(_ removal: Deletion.Removal) -> Bool {
        guard removal.property.isToMany, let inverse = removal.property.inverseProperty,
            !inverse.isToMany
        else { return false }
        if let targets = inverse.relation?.targets(removal.removed) {
            return targets.first !== removal.owner
        }
        let key = inverse.reference?.targetKey(removal.removed)
        return key != nil && key != removal.owner._$model.key
    }

    private func isPresent(_ model: any PersistentModel) -> Bool {
        objects.contains(model) && model._$model.isPresent
    }

    /// Returns whether a model will be deleted, or was new when it was.
    private func isDeleted(_ model: any PersistentModel) -> Bool {
        let state = model._$model
        return state.lifecycle == .deleted && objects.contains(model)
            || state.lifecycle == .detached && state.wasDiscarded
    }

    // MARK: Models without rows

    /// Inserts an invalidated model as a new model.
    ///
    /// If some of its values were never loaded, it is not inserted, and the next save throws.
    func reinsert(_ model: any PersistentModel) {
        let state = model._$model
        guard let entity = try? stores.schema.entity(for: type(of: model)) else {
            return maintainer.insertGraph(from: model)
        }
        guard isComplete(model, in: entity) else { return }
        // Rows that refer to the model have its old key.
        changes.rows.removeAll()
        state.key = 0
        state.isFault = false
        state.lifecycle = .detached
        state.wasDiscarded = true
        maintainer.insertGraph(from: model)
    }

    /// Inserts a model that was removed from the context, with its previous primary key.
    ///
    /// Its foreign keys stay as they are in memory; all other relationships are empty.
    ///
    /// - Returns: Whether the model was inserted. If some of its values were never loaded, it is
    ///   not, and the next save throws.
    func reinsert(_ model: any PersistentModel, key: Int64) -> Bool {
        let state = model._$model
        guard let entity = try? stores.schema.entity(for: type(of: model)),
            let store = try? stores.store(of: entity),
            state.lifecycle == .detached || isComplete(model, in: entity)
        else { return false }
        state.leaveDetachedGraph()
        let isFree = objects.object(entity, key: key) == nil
        objects.register(
            model,
            of: entity,
            key: isFree ? key : store.nextKey(for: entity),
            in: store.identity
        )
        state.lifecycle = .inserted
        state.isFault = false
        state.isPartial = false
        state.wasDiscarded = false
        // Released after the access, as by `exchange(_:with:)`.
        _ = changes.pending.deletions.removeValue(forKey: ObjectIdentifier(model))
        changes.noteInsertion(of: model)
        for property in entity.relationships(of: model)
        where property.isToMany || !property.ownsForeignKey(in: entity) {
            property.access.notifying(model) { property.relation?.setTargets([], of: model) }
        }
        return true
    }

    /// Returns whether a model without a row has all values; if not, the next save throws.
    private func isComplete(_ model: any PersistentModel, in entity: EntityDescription) -> Bool {
        let isComplete = entity.properties(of: model).allSatisfy { property in
            property.relationship != nil || !property.policy.isStored
                || property.access.isLoaded(model)
        }
        if !isComplete {
            changes.pending.checks.insertionErrors.append(
                SwiftDataError.modelValidationFailure(
                    "a deleted \(entity.name) cannot be inserted again, because some of its values "
                        + "were never loaded; create a new one"
                )
            )
        }
        return isComplete
    }
}
