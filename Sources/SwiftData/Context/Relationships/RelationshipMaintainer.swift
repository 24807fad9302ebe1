// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Keeps both ends of each relationship consistent, on every change.
final class RelationshipMaintainer {
    private let stores: StoreAccess
    private let changes: ChangeTracker
    private let objects: ObjectRegistry
    private let loader: RelationshipLoader
    /// The relationships without an order of which a warning was reported.
    private var reported: Set<ObjectIdentifier> = []

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
        loader = graph.relationshipLoader
    }

    /// Inserts a model and every model that it refers to, and updates the inverse relationships.
    func insertGraph(from root: any PersistentModel) {
        guard let entity = register(root) else { return }
        if !entity.relationshipIndexes.isEmpty { insertTargets(of: root, in: entity) }
        changes.scheduleAutosave()
    }

    /// Registers a detached model as a new one; returns its entity, or nil if it is not inserted.
    private func register(_ model: any PersistentModel) -> EntityDescription? {
        let state = model._$model
        guard state.lifecycle == .detached, let (entity, store) = destination(of: model) else {
            return nil
        }
        state.leaveDetachedGraph()
        if state.wasDiscarded {
            state.wasDiscarded = false
            FormerTargets(changes, objects: objects).remove(from: model, in: entity)
        }
        objects.register(model, of: entity, key: store.nextKey(for: entity), in: store.identity)
        state.lifecycle = .inserted
        changes.noteInsertion(of: model)
        return entity
    }

    /// Inserts every model that a new model refers to, and updates the inverse relationships.
    private func insertTargets(of root: any PersistentModel, in entity: EntityDescription) {
        var queue: [any PersistentModel] = []
        var related: [(model: any PersistentModel, property: PropertyDescription)] = []
        func addTargets(of model: any PersistentModel, in entity: EntityDescription) {
            for property in entity.relationships(of: model) {
                guard let targets = property.relation?.targets(model) else {
                    property.relation?.setTargets([], of: model)
                    continue
                }
                guard !targets.isEmpty else { continue }
                queue += targets
                related.append((model, property))
            }
        }
        addTargets(of: root, in: entity)
        // Front to back, so that keys, which order to-many relationships, are assigned in the order
        // of the arrays.
        var next = 0
        while next < queue.count {
            let model = queue[next]
            next += 1
            if let entity = register(model) { addTargets(of: model, in: entity) }
        }
        for (model, property) in related {
            // Read again, because connecting another model may have changed the targets.
            connect(model, by: property, to: property.relation?.targets(model) ?? [])
            arrange(model, by: property)
        }
    }

    /// Returns the entity and store of a new model; if it has none, the next save throws the error.
    private func destination(
        of model: any PersistentModel
    ) -> (EntityDescription, any ContextStore)? {
        do {
            let entity = try stores.schema.entity(for: type(of: model))
            return (entity, try stores.store(of: entity))
        } catch {
            changes.pending.checks.insertionErrors.append(error)
            return nil
        }
    }

    /// Applies a change of one end of a relationship to the other end.
    func relationshipDidChange(
        of model: any PersistentModel,
        at index: Int,
        removed: [any PersistentModel],
        added: [any PersistentModel]
    ) {
        guard let property = model._$model.entity?.properties[index] else { return }
        for target in removed { disconnect(model, by: property, from: target) }
        connect(model, by: property, to: added)
    }

    /// Adds a model to a relationship in memory, and records the change.
    func insert(
        _ target: any PersistentModel,
        into owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        recordReference(of: owner, by: property)
        property.access.notifying(owner) { property.relation?.insert(target, into: owner) }
        if property.isToMany {
            changes.noteRelationshipChange(of: owner)
        } else {
            noteReference(of: owner, by: property, to: target)
            changes.noteChange(of: property, in: owner)
        }
    }

    /// Removes a model from a relationship in memory, and records the change.
    func remove(
        _ target: any PersistentModel,
        from owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        if property.isOrdered { changes.recorder?.willChange(property, of: owner) }
        recordReference(of: owner, by: property)
        property.access.notifying(owner) { property.relation?.remove(target, from: owner) }
        if property.isToMany {
            changes.noteRelationshipChange(of: owner)
        } else {
            changes.noteChange(of: property, in: owner)
        }
    }

    /// Adds a model to a to-many relationship, loaded or not, and updates the inverse.
    func append(
        _ target: any PersistentModel,
        to owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        insert(target, into: owner, by: property)
        connect(owner, by: property, to: [target])
    }

    /// Removes a model from a to-many relationship, loaded or not, and updates the inverse.
    func separate(
        _ target: any PersistentModel,
        from owner: any PersistentModel,
        by property: PropertyDescription
    ) {
        remove(target, from: owner, by: property)
        disconnect(owner, by: property, from: target)
    }

    /// Records that a loaded, ordered relationship has another order in memory than in the store.
    func arrange(_ owner: any PersistentModel, by property: PropertyDescription) {
        guard property.isOrdered, property.access.isLoaded(owner) else { return }
        changes.pending.arrange(owner, by: property)
        changes.noteChange(of: property, in: owner)
    }

    /// Records that a to-many relationship was assigned in a new order, rather than the previous
    /// order followed by the added models.
    func didRearrange(_ property: PropertyDescription, of owner: any PersistentModel) {
        guard !property.isOrdered else { return arrange(owner, by: property) }
        guard !reported.contains(ObjectIdentifier(property)),
            !isInOrderOfKeys(property, of: owner),
            let name = owner._$model.entity?.name
        else { return }
        reported.insert(ObjectIdentifier(property))
        RuntimeWarning.report(
            "\(name).\(property.name) was rearranged, but does not keep an order: the store returns "
                + "the models in the order of insertion; declare it with @Relationship(.ordered)"
        )
    }

    /// Returns whether the models of a relationship are in the order of their keys, in which the
    /// store returns the rows with a foreign key.
    private func isInOrderOfKeys(
        _ property: PropertyDescription,
        of owner: any PersistentModel
    ) -> Bool {
        guard let entity = owner._$model.entity,
            case .inverseColumn? = stores.layout[entity].places[property.index],
            let keys = property.relation?.targets(owner)?.lazy.map(\._$model.key)
        else { return false }
        return zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Makes `targets` refer back to `model`.
    private func connect(
        _ model: any PersistentModel,
        by property: PropertyDescription,
        to targets: [any PersistentModel]
    ) {
        guard !targets.isEmpty else { return }
        let inverse = property.inverseProperty
        let join = joinTable(of: property, in: model)
        for target in targets {
            guard objects.contains(target) else {
                noteForeign(target, of: model, by: property)
                continue
            }
            if let join {
                let (table, pair) = (join.table, pair(model, target: target, isLeft: join.isLeft))
                changes.recorder?.willChange(pair, inTable: table, isLinked: false)
                if changes.pending.links[table]?.isRemoved(pair) == true {
                    loadOrder(of: property, in: model)
                    if let inverse { loadOrder(of: inverse, in: target) }
                    insert(target, into: model, by: property)
                }
                if changes.pending.link(pair, in: table) {
                    // The store has the pair at its previous position.
                    arrange(model, by: property)
                    if let inverse { arrange(target, by: inverse) }
                }
            }
            if !property.isToMany { noteReference(of: model, by: property, to: target) }
            guard let inverse else { continue }
            guard !inverse.isToMany else {
                insert(model, into: target, by: inverse)
                continue
            }
            // The target can refer to one model only, so that it is removed from the previous one.
            if let previous = currentTarget(of: target, by: inverse, besides: model) {
                remove(target, from: previous, by: property)
            }
            if inverse.reference?.target(target) !== model {
                insert(model, into: target, by: inverse)
            }
        }
    }

    /// Records that a to-many relationship contains a model of another context, so that saves
    /// validate it.
    ///
    /// References of to-one relationships are validated anyway.
    private func noteForeign(
        _ target: any PersistentModel,
        of model: any PersistentModel,
        by property: PropertyDescription
    ) {
        guard property.isToMany, target._$model.graph != nil else { return }
        changes.pending.checks.foreignTargets.append((model, property, target))
    }

    /// Loads an ordered relationship to which a model returns; the store has the model at its
    /// previous position.
    private func loadOrder(of property: PropertyDescription, in owner: any PersistentModel) {
        guard property.isOrdered, !property.access.isLoaded(owner) else { return }
        let models = loader.related(to: owner, at: property.index)
        property.access.notifying(owner) { property.relation?.setTargets(models, of: owner) }
    }

    /// Makes `target` no longer refer back to `model`.
    private func disconnect(
        _ model: any PersistentModel,
        by property: PropertyDescription,
        from target: any PersistentModel
    ) {
        guard objects.contains(target) else { return }
        if let (table, pair) = pair(model, by: property, target: target) {
            changes.recorder?.willChange(pair, inTable: table, isLinked: true)
            changes.pending.unlink(pair, in: table)
        }
        guard let inverse = property.inverseProperty else { return }
        remove(model, from: target, by: inverse)
    }

    /// Returns the target of a to-one relationship, other than the model that is being connected.
    ///
    /// If the foreign key is in the model's own row, a target that is not in memory is not loaded,
    /// because it does not change.
    private func currentTarget(
        of model: any PersistentModel,
        by property: PropertyDescription,
        besides new: any PersistentModel
    ) -> (any PersistentModel)? {
        if let known = property.relation?.targets(model) { return known.first { $0 !== new } }
        guard let owner = model._$model.entity, let entity = property.destination else {
            return nil
        }
        guard property.ownsForeignKey(in: owner) else {
            return loader.related(to: model, at: property.index).first { $0 !== new }
        }
        objects.loadIfFault(model)
        return property.reference?.targetKey(model).flatMap { key in
            objects.object(entity, key: key).flatMap { $0 === new ? nil : $0 }
        }
    }

    /// Records that `model` refers to `target`, which may have an inverse relationship.
    private func noteReference(
        of model: any PersistentModel,
        by property: PropertyDescription,
        to target: any PersistentModel
    ) {
        guard let entity = model._$model.entity, property.ownsForeignKey(in: entity) else { return }
        changes.pending.referrers.insert(model, to: target, property: property.inverse)
    }

    /// Records the foreign key of a relationship before it changes.
    private func recordReference(of owner: any PersistentModel, by property: PropertyDescription) {
        guard let recorder = changes.recorder, !property.isToMany else { return }
        recorder.willChange(property, of: owner)
    }

    /// Returns the pair of two models in the join table of a relationship; nil if it has none.
    func pair(
        _ model: any PersistentModel,
        by property: PropertyDescription,
        target: any PersistentModel
    ) -> (table: Int, pair: PendingLinks.Pair)? {
        guard let join = joinTable(of: property, in: model) else { return nil }
        return (join.table, pair(model, target: target, isLeft: join.isLeft))
    }

    private func pair(
        _ model: any PersistentModel,
        target: any PersistentModel,
        isLeft: Bool
    ) -> PendingLinks.Pair {
        isLeft
            ? PendingLinks.Pair(left: model, right: target)
            : PendingLinks.Pair(left: target, right: model)
    }

    /// Returns the join table of a relationship; nil if it has none.
    private func joinTable(
        of property: PropertyDescription,
        in model: any PersistentModel
    ) -> (table: Int, isLeft: Bool)? {
        guard property.isToMany, let entity = model._$model.entity,
            case .joinTable(let table, let isLeft)? = stores.layout[entity].places[property.index]
        else { return nil }
        return (table, isLeft)
    }
}
