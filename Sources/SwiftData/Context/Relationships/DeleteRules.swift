// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes models with the delete rules of their relationships.
final class DeleteRules {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let loader: RelationshipLoader
    private let maintainer: RelationshipMaintainer
    private var reader: any RelationshipReader { objects.graph?.relationshipReader ?? loader }

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
        loader = graph.relationshipLoader
        maintainer = graph.relationships
    }

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
                    // The program may have a reference to it, and its row no longer exists after
                    // the save.
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
            if let (destination, keys) = cascadedRows(of: model, by: property, in: entity) {
                // A row belongs to the first deletion that cascaded to it.
                let added = changes.noteDeletion(ofRows: keys, of: destination)
                deletion.rows.append((destination, added))
            } else {
                consequences.append((property, targets(of: model, by: property, in: entity)))
            }
        }
        changes.recorder?.willDelete(model, related: consequences)
        let isNew = state.lifecycle == .inserted
        markDeleted(model, recordingIn: &deletion)
        var cascade: [any PersistentModel] = []
        for (property, targets) in consequences {
            let rule = property.relationship?.deleteRule ?? .nullify
            if rule == .cascade { cascade += targets }
            // The pairs and the foreign keys of a new model are removed with it, regardless of its
            // rules.
            guard rule == .nullify || rule != .cascade && isNew && !isReferredTo(by: property)
            else { continue }
            for target in targets {
                nullify(target, by: property, of: model, recordingIn: &deletion)
            }
        }
        return cascade
    }

    /// Returns whether the models of a relationship have foreign keys to its owner.
    private func isReferredTo(by property: PropertyDescription) -> Bool {
        guard let inverse = property.inverseProperty, let entity = property.destination else {
            return false
        }
        return !inverse.isToMany && inverse.ownsForeignKey(in: entity)
    }

    /// Returns the rows to which a deletion cascades if none of them needs a model; nil otherwise.
    private func cascadedRows(
        of model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) -> (EntityDescription, [Int64])? {
        guard let destination = destinationWithoutModels(property, in: entity),
            model._$model.lifecycle == .stored, !property.access.isLoaded(model),
            // The models report an error.
            let keys = try? reader.fetchRelatedKeys(to: model, by: property, in: entity)
        else { return nil }
        return (destination, keys)
    }

    /// Returns the entity of the rows to which the deletion of an owner cascades if they need no
    /// models; nil otherwise.
    ///
    /// The deletion of such a row changes no model, and no value in the history.
    private func destinationWithoutModels(
        _ property: PropertyDescription,
        in entity: EntityDescription
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
            prefetchRelationships(of: stored, in: entity)
        } else {
            for (index, models) in Dictionary(grouping: stored, by: { $0._$model.entity?.index }) {
                guard let index else { continue }
                prefetchRelationships(of: models, in: stores.schema.entities[index])
            }
        }
    }

    private func prefetchRelationships(
        of models: [any PersistentModel],
        in entity: EntityDescription
    ) {
        for index in entity.relationshipIndexes {
            let property = entity.properties[index]
            guard property.relationship?.deleteRule != .noAction,
                destinationWithoutModels(property, in: entity) == nil
            else { continue }
            let unknown = models.filter {
                registeredTarget(of: $0, by: property, in: entity) == nil
            }
            try? loader.prefetch(property, of: unknown, in: entity)
        }
    }

    /// Returns the model to which the foreign key in a row refers, if it is in memory, as the owner
    /// of a cascade is.
    private func registeredTarget(
        of model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) -> (any PersistentModel)? {
        guard !property.isToMany, property.ownsForeignKey(in: entity),
            let destination = property.destination, let key = property.reference?.targetKey(model)
        else { return nil }
        return objects.object(destination, key: key)
    }

    private func targets(
        of model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) -> [any PersistentModel] {
        if let known = property.relation?.targets(model) { return known }
        if let target = registeredTarget(of: model, by: property, in: entity) { return [target] }
        guard model._$model.lifecycle == .stored else { return [] }
        guard property.relationship?.deleteRule != .noAction else { return [] }
        do {
            return try reader.fetchRelated(to: model, at: property.index)
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
            clearUnsavedReferences(to: model, pairs: pairs)
            objects.detach(model)
            state.wasDiscarded = true
        } else {
            deletion.deleted.append(model)
            state.lifecycle = .deleted
            noteUnsavedReferences(to: model)
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
        pairs: [Int: PendingLinks.Pairs]
    ) {
        for reference in unsavedReferences(to: model) where objects.contains(reference.owner) {
            changes.recorder?.willChange(reference.property, of: reference.owner)
            reference.set(isCleared: true)
            changes.rows.noteEdit(of: reference.owner)
        }
        for (table, pairs) in pairs {
            let left = stores.layout.joinTables[table].left
            let property = stores.schema.entities[left.entity].properties[left.property]
            guard property.inverse == nil else { continue }
            for pair in pairs.added where pair.right === model {
                property.access.notifying(pair.left) {
                    property.relation?.remove(model, from: pair.left)
                }
            }
        }
    }

    /// Records the unsaved references without an inverse to a stored model.
    ///
    /// The store clears the saved ones when it deletes the row.
    private func noteUnsavedReferences(to model: any PersistentModel) {
        changes.pending.checks.referencesToDeletions += unsavedReferences(to: model)
    }

    /// Returns the unsaved references without an inverse to a model.
    private func unsavedReferences(to model: any PersistentModel) -> [OneWayReference] {
        changes.pending.referrers.models(of: model, property: nil).flatMap { referrer in
            (referrer._$model.entity?.relationships(of: referrer) ?? []).compactMap { property in
                guard !property.isToMany, property.inverse == nil,
                    property.reference?.target(referrer) === model
                else { return nil }
                return OneWayReference(owner: referrer, property: property, target: model)
            }
        }
    }

    /// Removes a deleted model from the other end of its relationship.
    ///
    /// A model that is also deleted keeps its relationships: its row takes the references with it.
    private func nullify(
        _ target: any PersistentModel,
        by property: PropertyDescription,
        of model: any PersistentModel,
        recordingIn deletion: inout Deletion
    ) {
        guard let inverse = property.inverseProperty, objects.contains(target),
            target._$model.lifecycle != .deleted
        else { return }
        objects.loadIfFault(target)
        deletion.removals.append(Deletion.Removal(owner: target, property: inverse, removed: model))
        maintainer.remove(model, from: target, by: inverse)
    }
}
