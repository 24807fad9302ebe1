// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

extension ModelContext {
    /// Adds a model and every model it refers to, and makes both ends of each relationship agree.
    func insertGraph(from root: any PersistentModel) {
        var queue: [any PersistentModel] = [root]
        var related: [(model: any PersistentModel, property: PropertyDescription)] = []
        var hasAdded = false
        // Front to back, so that keys, which order to-many relationships, follow the arrays.
        var next = 0
        while next < queue.count {
            let model = queue[next]
            next += 1
            guard model._$model.lifecycle == .detached,
                let (entity, store) = place(of: model)
            else { continue }
            register(model, entity, key: store.nextKey(for: entity), in: store.identifier)
            model._$model.lifecycle = .inserted
            pending.inserted[ObjectIdentifier(model)] = model
            hasAdded = true
            for index in entity.relationshipIndexes {
                let property = entity.properties[index]
                guard let targets = property.access.targets(model) else {
                    property.access.setTargets([], of: model)
                    continue
                }
                guard !targets.isEmpty else { continue }
                queue += targets
                related.append((model, property))
            }
        }
        for (model, property) in related {
            // Connecting another one may have changed them.
            connect(model, property, to: property.access.targets(model) ?? [])
        }
        if hasAdded { scheduleAutosave() }
    }

    /// Where a new model will be stored; without such a place the next save tells why.
    private func place(of model: any PersistentModel) -> (EntityDescription, any ContextStore)? {
        do {
            let entity = try coordinator.graph.entity(for: type(of: model))
            return (entity, try coordinator.store(of: entity).store)
        } catch {
            pending.refusals.append(error)
            return nil
        }
    }

    /// Carries a change of one end of a relationship over to the other end.
    func relationshipDidChange(
        of model: any PersistentModel,
        at index: Int,
        removed: [any PersistentModel],
        added: [any PersistentModel]
    ) {
        guard let property = model._$model.entity?.properties[index] else { return }
        for target in removed { disconnect(model, property, from: target) }
        connect(model, property, to: added)
    }

    /// Makes `targets` refer back to `model`.
    private func connect(
        _ model: any PersistentModel,
        _ property: PropertyDescription,
        to targets: [any PersistentModel]
    ) {
        for target in targets where target._$model.context === self {
            link(model, property, target)
            guard let inverse = property.inverseProperty else { continue }
            if !inverse.isToMany {
                // The target can refer to one model only: it leaves the one it referred to.
                if let previous = currentTarget(of: target, inverse, besides: model) {
                    removeFromMemory(target, property, previous)
                }
                if inverse.access.target(target) !== model {
                    inverse.access.notifying(target) { inverse.access.insert(model, into: target) }
                    note(target, changed: inverse)
                }
            } else {
                inverse.access.notifying(target) { inverse.access.insert(model, into: target) }
                touch(target)
            }
        }
    }

    /// Makes `target` no longer refer back to `model`.
    private func disconnect(
        _ model: any PersistentModel,
        _ property: PropertyDescription,
        from target: any PersistentModel
    ) {
        guard target._$model.context === self else { return }
        unlink(model, property, target)
        guard let inverse = property.inverseProperty else { return }
        inverse.access.notifying(target) { inverse.access.remove(model, from: target) }
        if inverse.isToMany {
            touch(target)
        } else {
            note(target, changed: inverse)
        }
    }

    /// The model, other than the one that is being connected, that a to-one relationship refers to.
    ///
    /// If the key is in the model's own row, one that isn't in memory needs no change and isn't loaded.
    private func currentTarget(
        of model: any PersistentModel,
        _ property: PropertyDescription,
        besides new: any PersistentModel
    ) -> (any PersistentModel)? {
        if let known = property.access.targets(model) { return known.first { $0 !== new } }
        guard let owner = model._$model.entity, let entity = property.destination else {
            return nil
        }
        guard property.ownsForeignKey(in: owner) else {
            return related(to: model, at: property.index).first { $0 !== new }
        }
        if model._$model.isFault { load(model) }
        return property.access.targetKey(model).flatMap { key in
            identityMap.model(entity.index, key).flatMap { $0 === new ? nil : $0 }
        }
    }

    private func removeFromMemory(
        _ target: any PersistentModel,
        _ property: PropertyDescription,
        _ owner: any PersistentModel
    ) {
        property.access.notifying(owner) { property.access.remove(target, from: owner) }
        if property.isToMany {
            touch(owner)
        } else {
            note(owner, changed: property)
        }
    }

    // MARK: Join tables

    private func link(
        _ model: any PersistentModel,
        _ property: PropertyDescription,
        _ target: any PersistentModel
    ) {
        guard let (table, pair) = pair(model, property, target) else { return }
        pending.link(pair, in: table)
    }

    private func unlink(
        _ model: any PersistentModel,
        _ property: PropertyDescription,
        _ target: any PersistentModel
    ) {
        guard let (table, pair) = pair(model, property, target) else { return }
        pending.unlink(pair, in: table)
    }

    private func pair(
        _ model: any PersistentModel,
        _ property: PropertyDescription,
        _ target: any PersistentModel
    ) -> (table: Int, pair: PendingChanges.Pair)? {
        guard property.isToMany, let entity = model._$model.entity,
            let layout = try? coordinator.store(of: entity).store.layout,
            case .joinTable(let table, let isLeft)? = layout.tables[entity.index].places[
                property.index
            ]
        else { return nil }
        return (
            table,
            isLeft
                ? PendingChanges.Pair(left: model, right: target)
                : PendingChanges.Pair(left: target, right: model)
        )
    }

    // MARK: Noting

    /// Notes that a property of a stored model changed.
    func note(_ model: any PersistentModel, changed property: PropertyDescription) {
        guard model._$model.lifecycle == .stored else { return }
        model._$model.changes.insert(property.index)
        noteChange(of: model)
    }

    /// Notes that the relatives of a stored model changed, which changes nothing in its row.
    func touch(_ model: any PersistentModel) {
        guard model._$model.lifecycle == .stored else { return }
        model._$model.hasRelationshipChanges = true
        noteChange(of: model)
    }
}
