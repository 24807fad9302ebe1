// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes models with the delete rules of their relationships, and undoes unsaved deletions.
final class DeleteRules {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let loader: RelationshipLoader
    private let maintainer: RelationshipMaintainer
    private let merger: ChangeMerger

    init(
        _ stores: StoreAccess,
        _ changes: ChangeTracker,
        _ objects: ObjectRegistry,
        _ loader: RelationshipLoader,
        _ maintainer: RelationshipMaintainer,
        _ merger: ChangeMerger
    ) {
        self.stores = stores
        self.changes = changes
        self.objects = objects
        self.loader = loader
        self.maintainer = maintainer
        self.merger = merger
    }

    // MARK: Deleting

    /// Marks models as deleted, and applies the delete rules of their relationships immediately.
    ///
    /// - Complexity: O(*n*) for *n* deleted models and models that refer to them; the relationships
    ///   of all models are loaded together, one level of the cascade at a time.
    func delete(_ roots: [any PersistentModel]) {
        // The models of one level of the cascade, each with the position of its root.
        var generation = roots.indices.map { (model: roots[$0], root: $0) }
        var deletions = roots.map { _ in Deletion() }
        while !generation.isEmpty {
            prefetchRelationships(of: generation.map(\.model))
            var next: [(model: any PersistentModel, root: Int)] = []
            for (model, root) in generation {
                for target in delete(model, into: &deletions[root]) {
                    // The program may have it, and its row is gone after the save.
                    objects.loadIfFault(target)
                    next.append((target, root))
                }
            }
            generation = next
        }
        for (root, deletion) in zip(roots, deletions) {
            // A new root is detached now; inserting it again restores what was deleted with it.
            guard !deletion.deleted.isEmpty || !deletion.discarded.isEmpty else { continue }
            let isRecorded = !deletion.deleted.isEmpty
            changes.pending.deletions[ObjectIdentifier(root)] = isRecorded ? deletion : nil
        }
        changes.scheduleAutosave()
    }

    /// Marks a model as deleted; returns the models to which its delete rules cascade.
    private func delete(
        _ model: any PersistentModel,
        into deletion: inout Deletion
    ) -> [any PersistentModel] {
        let state = model._$model
        guard let entity = state.entity else { return [] }
        switch state.lifecycle {
        case .inserted, .stored: break
        case .detached, .deleted, .invalidated, .keyPathProbe: return []
        }
        // The rules apply to the state of the model before its deletion.
        var consequences: [(PropertyDescription, [any PersistentModel])] = []
        for property in entity.relationships(of: model) {
            if let (destination, keys) = cascadedRows(of: model, property, entity) {
                changes.noteDeletion(ofRows: keys, of: destination)
                deletion.rows.append((destination, keys))
            } else {
                consequences.append((property, targets(of: model, property, entity)))
            }
        }
        changes.recorder?.willDelete(model, related: consequences)
        markDeleted(model, recordingIn: &deletion)
        var cascade: [any PersistentModel] = []
        for (property, targets) in consequences {
            switch property.relationship?.deleteRule {
            case .cascade?: cascade += targets
            case .nullify?, nil:
                for target in targets { nullify(target, property, model, recordingIn: &deletion) }
            case .deny?, .noAction?: break
            }
        }
        return cascade
    }

    /// Returns the rows to which a deletion cascades if none of them needs a model; nil otherwise.
    private func cascadedRows(
        of model: any PersistentModel,
        _ property: PropertyDescription,
        _ entity: EntityDescription
    ) -> (EntityDescription, [Int64])? {
        guard let destination = destinationWithoutModels(property, entity),
            model._$model.lifecycle == .stored, !property.access.isLoaded(model),
            // The models report an error.
            let keys = try? loader.fetchRelatedKeys(to: model, property, entity)
        else { return nil }
        // A row belongs to the first deletion that cascaded to it.
        let known = changes.pending.deletedRows.keys(ofEntity: destination.index)
        return (destination, keys.filter { !known.contains($0) })
    }

    /// Returns the entity of the rows to which the deletion of an owner cascades if they need no
    /// models; nil otherwise.
    ///
    /// The deletion of such a row changes no model, and no value in the history.
    private func destinationWithoutModels(
        _ property: PropertyDescription,
        _ entity: EntityDescription
    ) -> EntityDescription? {
        guard property.relationship?.deleteRule == .cascade, let destination = property.destination,
            stores.layout[entity].places[property.index] == .inverseColumn, !property.isOrdered,
            changes.recorder == nil, objects.identityMap.isEmpty(destination.index),
            destination.canBeDeletedWithoutModels,
            let store = try? stores.store(of: destination), !store.isCustom
        else { return nil }
        return destination
    }

    /// Loads the relationships that delete rules read, with one query for each relationship.
    ///
    /// Errors are ignored: a relationship that is not loaded here is loaded for each model.
    private func prefetchRelationships(of models: [any PersistentModel]) {
        guard models.count > 1 else { return }
        let stored = models.filter { $0._$model.lifecycle == .stored }
        guard let entity = stored.first?._$model.entity else { return }
        if stored.allSatisfy({ $0._$model.entity === entity }) {
            prefetchRelationships(of: stored, entity)
        } else {
            for (index, models) in Dictionary(grouping: stored, by: { $0._$model.entity?.index }) {
                guard let index else { continue }
                prefetchRelationships(of: models, stores.schema.entities[index])
            }
        }
    }

    private func prefetchRelationships(
        of models: [any PersistentModel],
        _ entity: EntityDescription
    ) {
        for index in entity.relationshipIndexes {
            let property = entity.properties[index]
            guard property.relationship?.deleteRule != .noAction else { continue }
            if destinationWithoutModels(property, entity) != nil {
                _ = try? loader.readRelatedKeys(of: models, property, entity)
                continue
            }
            let unknown = models.filter { registeredTarget(of: $0, property, entity) == nil }
            try? loader.prefetch(property, of: unknown, entity)
        }
    }

    /// Returns the model to which the foreign key in a row refers, if it is in memory, as the owner
    /// of a cascade is.
    private func registeredTarget(
        of model: any PersistentModel,
        _ property: PropertyDescription,
        _ entity: EntityDescription
    ) -> (any PersistentModel)? {
        guard !property.isToMany, property.ownsForeignKey(in: entity),
            let destination = property.destination, let key = property.access.targetKey(model)
        else { return nil }
        return objects.object(destination, key)
    }

    private func targets(
        of model: any PersistentModel,
        _ property: PropertyDescription,
        _ entity: EntityDescription
    ) -> [any PersistentModel] {
        if let known = property.access.targets(model) { return known }
        if let target = registeredTarget(of: model, property, entity) { return [target] }
        guard model._$model.lifecycle == .stored else { return [] }
        guard property.relationship?.deleteRule != .noAction else { return [] }
        do {
            return try loader.fetchRelatedReadingAhead(to: model, at: property.index)
        } catch {
            changes.noteReadFailure(error)
            return []
        }
    }

    private func markDeleted(
        _ model: any PersistentModel,
        recordingIn deletion: inout Deletion
    ) {
        let state = model._$model
        let pairs = changes.pending.removeLinks(of: model)
        record(pairs)
        deletion.append(pairs)
        if state.lifecycle == .inserted {
            deletion.discarded.append(model)
            changes.discardInsertion(of: model)
            clearUnsavedReferences(to: model, pairs)
            objects.detach(model)
        } else {
            deletion.deleted.append(model)
            state.lifecycle = .deleted
            changes.noteDeletion(of: model)
            keepRemovals(pairs, of: model)
        }
    }

    /// Keeps the removed pairs of relationships that deny the deletion while they have models.
    private func keepRemovals(
        _ pairs: [Int: PendingLinks.Pairs],
        of model: any PersistentModel
    ) {
        guard !pairs.isEmpty, let entity = model._$model.entity else { return }
        for property in entity.relationships(of: model)
        where property.relationship?.deleteRule == .deny {
            guard
                case .joinTable(let table, _)? = stores.layout[entity].places[property.index],
                let removed = pairs[table]?.removed
            else { continue }
            for pair in removed { changes.pending.unlink(pair, in: table) }
        }
    }

    private func record(_ pairs: [Int: PendingLinks.Pairs]) {
        guard let recorder = changes.recorder else { return }
        for (table, pairs) in pairs {
            for pair in pairs.added { recorder.willChange(pair, inTable: table, isLinked: true) }
            for pair in pairs.removed {
                recorder.willChange(pair, inTable: table, isLinked: false)
            }
        }
    }

    /// Removes a new model from the relationships without an inverse that refer to it.
    ///
    /// Only unsaved changes can refer to a new model.
    private func clearUnsavedReferences(
        to model: any PersistentModel,
        _ pairs: [Int: PendingLinks.Pairs]
    ) {
        for referrer in changes.pending.referrers.models(of: model, property: nil) {
            guard let entity = referrer._$model.entity, objects.contains(referrer) else { continue }
            for index in entity.relationshipIndexes where !entity.properties[index].isToMany {
                let property = entity.properties[index]
                guard property.inverse == nil, property.access.target(referrer) === model else {
                    continue
                }
                changes.recorder?.willChange(property, of: referrer)
                property.access.notifying(referrer) { property.access.setTargets([], of: referrer) }
                changes.rows.noteEdit(of: referrer)
            }
        }
        for (table, pairs) in pairs {
            let left = stores.layout.joinTables[table].left
            let property = stores.schema.entities[left.entity].properties[left.property]
            guard property.inverse == nil else { continue }
            for pair in pairs.added where pair.right === model {
                property.access.notifying(pair.left) {
                    property.access.remove(model, from: pair.left)
                }
            }
        }
    }

    /// Removes a deleted model from the other end of its relationship.
    ///
    /// A model that is also deleted keeps its relationships: its row takes the references with it.
    private func nullify(
        _ target: any PersistentModel,
        _ property: PropertyDescription,
        _ model: any PersistentModel,
        recordingIn deletion: inout Deletion
    ) {
        guard let inverse = property.inverseProperty, objects.contains(target),
            target._$model.lifecycle != .deleted
        else { return }
        objects.loadIfFault(target)
        deletion.removals.append(Deletion.Removal(owner: target, property: inverse, removed: model))
        maintainer.remove(model, from: target, inverse)
    }

    // MARK: Undoing

    /// Undoes the deletion of a model, including the effects of its delete rules.
    func restore(_ model: any PersistentModel) {
        guard
            let deletion = changes.pending.deletions.removeValue(forKey: ObjectIdentifier(model))
        else {
            // The model was deleted by the delete rule of another model, which stays deleted.
            restoreRow(of: model)
            clearDeletedTargets(of: model)
            return
        }
        for model in deletion.deleted { restoreRow(of: model) }
        for (entity, keys) in deletion.rows {
            for key in keys where !changes.discardDeletion(ofRow: key, of: entity) {
                if let model = objects.object(entity, key) { restoreRow(of: model) }
            }
        }
        merger.unloadRelationships(afterRestoring: [deletion])
        for model in deletion.discarded { maintainer.insertGraph(from: model) }
        // Before the relationships, which observers may read at once.
        for (table, pairs) in deletion.links {
            for pair in pairs.added where isPresent(pair.left) && isPresent(pair.right) {
                changes.pending.link(pair, in: table)
            }
            for pair in pairs.removed where isPresent(pair.left) && isPresent(pair.right) {
                changes.pending.unlink(pair, in: table)
            }
        }
        for removal in deletion.removals
        where isPresent(removal.owner) && isPresent(removal.removed) {
            restore(removal)
        }
    }

    /// Inserts an invalidated model as a new one.
    ///
    /// If some of its values were never loaded, it is not inserted, and the next save throws.
    func reinsert(_ model: any PersistentModel) {
        let state = model._$model
        guard let entity = try? stores.schema.entity(for: type(of: model)) else {
            return maintainer.insertGraph(from: model)
        }
        guard isComplete(model, entity) else { return }
        // Rows that refer to the model have its old key.
        changes.rows.removeAll()
        state.key = 0
        state.isFault = false
        state.lifecycle = .detached
        maintainer.insertGraph(from: model)
    }

    /// Inserts a model that was removed from the context, with its former primary key.
    ///
    /// Its foreign keys stay as they are in memory; all other relationships are empty.
    ///
    /// - Returns: Whether the model was inserted. If some of its values were never loaded, it is
    ///   not, and the next save throws.
    func reinsert(_ model: any PersistentModel, key: Int64) -> Bool {
        let state = model._$model
        guard let entity = try? stores.schema.entity(for: type(of: model)),
            let store = try? stores.store(of: entity),
            state.lifecycle == .detached || isComplete(model, entity)
        else { return false }
        let isFree = objects.object(entity, key) == nil
        objects.register(
            model,
            entity,
            key: isFree ? key : store.nextKey(for: entity),
            in: store.identity
        )
        state.lifecycle = .inserted
        state.isFault = false
        state.isPartial = false
        changes.pending.deletions[ObjectIdentifier(model)] = nil
        changes.noteInsertion(of: model)
        for property in entity.relationships(of: model)
        where property.isToMany || !property.ownsForeignKey(in: entity) {
            property.access.notifying(model) { property.access.setTargets([], of: model) }
        }
        return true
    }

    /// Returns whether a model without a row has all values; if not, the next save throws.
    private func isComplete(_ model: any PersistentModel, _ entity: EntityDescription) -> Bool {
        let isComplete = entity.properties(of: model).allSatisfy { property in
            property.relationship != nil || !property.policy.isStored
                || property.access.isLoaded(model)
        }
        if !isComplete {
            changes.pending.insertionErrors.append(
                SwiftDataError.modelValidationFailure(
                    "a deleted \(entity.name) cannot be inserted again, because some of its values "
                        + "were never loaded; create a new one"
                )
            )
        }
        return isComplete
    }

    private func isPresent(_ model: any PersistentModel) -> Bool {
        guard objects.contains(model) else { return false }
        return model._$model.lifecycle == .stored || model._$model.lifecycle == .inserted
    }

    /// Discards the deletion of a model, but not the effects of its delete rules.
    func restoreRow(of model: any PersistentModel) {
        let state = model._$model
        guard state.lifecycle == .deleted else { return }
        changes.discardDeletion(of: model)
        changes.pending.deletions[ObjectIdentifier(model)] = nil
        state.lifecycle = .stored
        changes.recorder?.didInsert(model)
        if state.hasChanges { changes.noteChange(of: model) }
    }

    private func restore(_ removal: Deletion.Removal) {
        // The relationship may refer to another model by now.
        guard
            removal.property.isToMany
                || removal.property.access.targets(removal.owner)?.isEmpty != false
        else { return }
        let (owner, property) = (removal.owner, removal.property)
        if property.isOrdered, owner._$model.lifecycle == .stored,
            !owner._$model.changes.contains(property.index)
        {
            // The store has the model at its former place.
            return property.access.notifying(owner) { property.access.unload(owner) }
        }
        maintainer.insert(removal.removed, into: owner, property)
    }

    private func clearDeletedTargets(of model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        for index in entity.relationshipIndexes where !entity.properties[index].isToMany {
            let property = entity.properties[index]
            guard property.access.target(model)?._$model.lifecycle == .deleted else { continue }
            changes.recorder?.willChange(property, of: model)
            property.access.notifying(model) { property.access.setTargets([], of: model) }
            changes.noteChange(of: property, in: model)
        }
    }
}
