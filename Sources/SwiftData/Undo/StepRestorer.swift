// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Restores the state before a step, for the models that still exist.
///
/// All models are inserted before references to them are restored, and deleted after that, so that
/// delete rules do not apply to models that do not belong to a deleted one any more.
struct StepRestorer {
    private let graph: ObjectGraph
    /// The records in the reverse order of the changes.
    private let states: [FormerState]
    private let links: [(link: UndoStep.Link, wasLinked: Bool)]

    init(_ step: UndoStep, in graph: ObjectGraph) {
        self.graph = graph
        states = step.states.values.reversed()
        links = step.links.elements.map { ($0.key, $0.value) }.reversed()
    }

    /// Restores the state.
    ///
    /// - Complexity: O(*k*) for *k* changed properties and pairs, in addition to what the delete
    ///   rules of the models that become deleted do.
    func run() {
        graph.merger.mergeChanges()
        recordOrders()
        let existing = existingModels()
        defer { withExtendedLifetime(existing) {} }
        var models: [any PersistentModel] = []
        for state in states {
            guard case .present(let key) = state.presence, insert(state.model, key: key) else {
                continue
            }
            models.append(state.model)
        }
        let returned = Set(models.map { ObjectIdentifier($0) })
        for state in states where !state.wasAbsent { restoreValues(of: state) }
        for state in states where !state.wasAbsent {
            restoreTargets(of: state, isReturned: returned.contains(ObjectIdentifier(state.model)))
        }
        for (link, wasLinked) in links {
            let hasReturned = [link.pair.left, link.pair.right]
                .contains { returned.contains(ObjectIdentifier($0)) }
            restore(link, wasLinked: wasLinked, hasReturned: hasReturned)
        }
        // A deleted model keeps its relationships, whether or not they are as before the step.
        graph.restorer.relationships.repair(models)
        for state in states where !state.wasAbsent { restoreOrders(of: state) }
        deleteIncomplete(returned)
        delete(states.lazy.filter(\.wasAbsent).map(\.model).filter(isPresent))
        graph.changes.scheduleAutosave()
    }

    private func delete(_ models: [any PersistentModel]) {
        if !models.isEmpty { graph.deleteRules.delete(models) }
    }

    private func isPresent(_ model: any PersistentModel) -> Bool {
        let lifecycle = model._$model.lifecycle
        return graph.objects.contains(model) && (lifecycle == .stored || lifecycle == .inserted)
    }

    /// Returns the current object of a model; `nil` if the model no longer exists.
    ///
    /// It is another one after an upsert, and after a model was fetched again.
    private func current(_ model: any PersistentModel) -> (any PersistentModel)? {
        if isPresent(model) { return model }
        let state = model._$model
        guard state.lifecycle == .invalidated, state.key != 0, let entity = state.entity,
            let other = graph.objects.object(entity, key: state.key), isPresent(other)
        else { return nil }
        return other
    }

    // MARK: Insertion

    /// Registers the models of rows that another context has inserted again since their deletion.
    ///
    /// - Returns: The models, which the caller must retain.
    private func existingModels() -> [any PersistentModel] {
        var keys: [Int: [Int64]] = [:]
        for state in states {
            guard case .present(let key) = state.presence,
                state.model._$model.lifecycle == .invalidated,
                let entity = state.model._$model.entity
            else { continue }
            keys[entity.index, default: []].append(key)
        }
        return keys.flatMap { index, keys -> [any PersistentModel] in
            let entity = graph.stores.schema.entities[index]
            var query = FetchQuery(entity)
            query.scope = .keys(keys)
            do {
                return try graph.stores.uninterrupted { try graph.fetcher.savedModels(query) }
            } catch {
                graph.changes.noteReadFailure(error)
                return []
            }
        }
    }

    /// Returns a deleted or discarded model to the context; returns whether it was not there.
    private func insert(_ model: any PersistentModel, key: Int64) -> Bool {
        let state = model._$model
        switch state.lifecycle {
        case .deleted where graph.objects.contains(model):
            graph.restorer.restoreRow(of: model)
            return true
        case .detached, .invalidated:
            guard state.graph == nil, current(model) == nil else { return false }
            return graph.restorer.reinsert(model, key: key)
        default: return false
        }
    }

    /// Deletes returned models again that lack a required target, because it no longer exists.
    private func deleteIncomplete(_ returned: Set<ObjectIdentifier>) {
        guard !returned.isEmpty else { return }
        delete(
            states.map(\.model).filter { model in
                guard returned.contains(ObjectIdentifier(model)), let entity = model._$model.entity
                else { return false }
                return entity.relationships(of: model).contains { property in
                    property.isRequired && property.ownsForeignKey(in: entity)
                        && property.relation?.targets(model)?.isEmpty == true
                }
            }
        )
    }

    // MARK: Values

    private func restoreValues(of former: FormerState) {
        guard let values = former.values, let model = current(former.model) else { return }
        for property in former.recorded where property.destination == nil {
            graph.changes.recorder?.willChange(property, of: model)
            graph.changes.noteChange(of: property, in: model)
            property.access.notifying(model) {
                property.access.restoreValue(of: model, from: values)
            }
        }
    }

    /// Records the current orders before models are added to and removed from relationships.
    private func recordOrders() {
        for former in states {
            guard let model = current(former.model) else { continue }
            for property in former.recorded
            where property.isOrdered || property.isToMany && property.access.isLoaded(model) {
                graph.changes.recorder?.willChange(property, of: model)
            }
        }
    }

    private func restoreOrders(of former: FormerState) {
        guard let values = former.values, let model = current(former.model) else { return }
        for property in former.recorded
        where property.isToMany && property.access.isLoaded(model) {
            property.access.notifying(model) {
                property.access.restoreValue(of: model, from: values)
            }
            graph.relationships.arrange(model, by: property)
        }
    }

    // MARK: Foreign keys

    private func restoreTargets(of former: FormerState, isReturned: Bool) {
        guard let model = current(former.model), let entity = model._$model.entity else { return }
        for (property, target) in former.targets {
            restore(target, of: model, by: property, isReturned: isReturned)
        }
        guard isReturned else { return }
        for property in entity.relationships(of: model)
        where !property.isToMany && property.ownsForeignKey(in: entity) {
            guard former.target(of: property) == nil,
                let target = FormerState.Target(of: model, property: property)
            else { continue }
            restore(target, of: model, by: property, isReturned: isReturned)
        }
    }

    private func restore(
        _ former: FormerState.Target,
        of model: any PersistentModel,
        by property: PropertyDescription,
        isReturned: Bool
    ) {
        let target =
            switch former {
            case .model(let target): target.flatMap { current($0) }
            case .key(let key): stored(property.destination, key: key)
            }
        // A target that no longer exists leaves the relationship as it is.
        guard target != nil || former.isNone || isReturned else { return }
        setTarget(of: model, by: property, to: target, isReturned: isReturned)
    }

    /// Returns the model with a key; nil if it has no row.
    private func stored(_ entity: EntityDescription?, key: Int64) -> (any PersistentModel)? {
        guard let entity else { return nil }
        let model = graph.objects.objectOrFault(entity, key: key)
        graph.objects.loadIfFault(model)
        return isPresent(model) ? model : nil
    }

    /// Sets a foreign key and both ends of its relationship.
    ///
    /// If the model has just returned to the context, the other end lacks it even if the foreign
    /// key is the same.
    private func setTarget(
        of model: any PersistentModel,
        by property: PropertyDescription,
        to target: (any PersistentModel)?,
        isReturned: Bool
    ) {
        graph.objects.loadIfFault(model)
        let old =
            property.relation?.targets(model)?.first
            ?? property.reference?.targetKey(model).flatMap {
                stored(property.destination, key: $0)
            }
        if old !== target {
            graph.changes.recorder?.willChange(property, of: model)
            graph.changes.noteChange(of: property, in: model)
            property.access.notifying(model) {
                property.relation?.setTargets(target.map { [$0] } ?? [], of: model)
            }
        } else if !isReturned {
            return
        }
        graph.relationships.relationshipDidChange(
            of: model,
            at: property.index,
            removed: old.flatMap { $0 === target ? nil : [$0] } ?? [],
            added: target.map { [$0] } ?? []
        )
        guard let target, let inverse = property.inverseProperty, inverse.isToMany,
            !inverse.isOrdered
        else { return }
        inverse.collection?.placeLast(of: target)
    }

    // MARK: Pairs

    /// Links or unlinks a pair.
    ///
    /// If one of the models has just returned to the context, the other lacks it even if the pair
    /// is linked.
    private func restore(_ link: UndoStep.Link, wasLinked: Bool, hasReturned: Bool) {
        guard let left = current(link.pair.left), let right = current(link.pair.right) else {
            return
        }
        let pair = PendingLinks.Pair(left: left, right: right)
        let end = graph.stores.layout.joinTables[link.table].left
        let property = graph.stores.schema.entities[end.entity].properties[end.property]
        guard hasReturned || isLinked(pair, by: property) != wasLinked else { return }
        graph.changes.recorder?.willChange(pair, inTable: link.table, isLinked: !wasLinked)
        graph.changes.pending.ensure(pair, isLinked: wasLinked, in: link.table)
        update(left, by: property, with: right, wasLinked: wasLinked)
        if let inverse = property.inverseProperty {
            update(right, by: inverse, with: left, wasLinked: wasLinked)
        }
    }

    /// Returns whether a pair is linked.
    ///
    /// - Complexity: O(1) if the relationship is loaded at one of its ends.
    private func isLinked(_ pair: PendingLinks.Pair, by property: PropertyDescription) -> Bool {
        if property.access.isLoaded(pair.left) {
            return property.contains(pair.right, in: pair.left)
        }
        if let inverse = property.inverseProperty, inverse.access.isLoaded(pair.right) {
            return inverse.contains(pair.left, in: pair.right)
        }
        return graph.relationshipLoader.related(to: pair.left, at: property.index)
            .contains { $0 === pair.right }
    }

    private func update(
        _ owner: any PersistentModel,
        by property: PropertyDescription,
        with target: any PersistentModel,
        wasLinked: Bool
    ) {
        guard wasLinked else {
            return graph.relationships.remove(target, from: owner, by: property)
        }
        graph.relationships.insert(target, into: owner, by: property)
        if !property.isOrdered { property.collection?.placeLast(of: owner) }
    }
}
