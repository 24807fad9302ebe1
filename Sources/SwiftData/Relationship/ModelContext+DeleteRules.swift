// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

extension ModelContext {
    /// Marks a model as deleted and applies the delete rules of its relationships, now.
    func deleteApplyingRules(_ root: any PersistentModel) {
        var deletion = Deletion()
        var queue: [any PersistentModel] = [root]
        while let model = queue.popLast() {
            let state = model._$model
            guard let entity = state.entity else { continue }
            switch state.lifecycle {
            case .inserted, .stored: break
            case .detached, .deleted, .invalidated, .keyPathProbe: continue
            }
            // The rules look at the model as it is before it goes.
            var consequences: [(PropertyDescription, [any PersistentModel])] = []
            for index in entity.relationshipIndexes {
                let property = entity.properties[index]
                consequences.append((property, targets(of: model, property)))
            }
            markDeleted(model, state, noting: &deletion)
            for (property, targets) in consequences {
                switch property.relationship?.deleteRule {
                case .cascade?: queue += targets
                case .nullify?, nil:
                    for target in targets { nullify(target, property, model, noting: &deletion) }
                case .deny?, .noAction?: break
                }
            }
        }
        guard root._$model.lifecycle == .deleted, !deletion.deleted.isEmpty else { return }
        pending.deletions[ObjectIdentifier(root)] = deletion
    }

    private func targets(
        of model: any PersistentModel,
        _ property: PropertyDescription
    ) -> [any PersistentModel] {
        if let known = property.access.targets(model) { return known }
        guard model._$model.lifecycle == .stored else { return [] }
        guard property.relationship?.deleteRule != .noAction else { return [] }
        return related(to: model, at: property.index)
    }

    private func markDeleted(
        _ model: any PersistentModel,
        _ state: _ModelState,
        noting deletion: inout Deletion
    ) {
        let identity = ObjectIdentifier(model)
        for (table, links) in pending.dropLinks(of: model) {
            deletion.links[table, default: .init()].added.formUnion(links.added)
            deletion.links[table, default: .init()].removed.formUnion(links.removed)
        }
        if state.lifecycle == .inserted {
            deletion.discarded.append(model)
            pending.inserted[identity] = nil
            if let entity = state.entity {
                clearReferences(to: entity, keys: [state.key], oneWay: true)
            }
            detach(model)
        } else {
            deletion.deleted.append(model)
            pending.changed[identity] = nil
            pending.deleted[identity] = model
            state.lifecycle = .deleted
        }
    }

    /// Takes a deleted model out of the other end of its relationship.
    private func nullify(
        _ target: any PersistentModel,
        _ property: PropertyDescription,
        _ model: any PersistentModel,
        noting deletion: inout Deletion
    ) {
        guard let inverse = property.inverseProperty, target._$model.context === self else {
            return
        }
        if target._$model.isFault { load(target) }
        deletion.losses.append(Deletion.Loss(owner: target, property: inverse, lost: model))
        if inverse.isToMany {
            inverse.access.notifying(target) { inverse.access.remove(model, from: target) }
            touch(target)
        } else {
            inverse.access.notifying(target) { inverse.access.setTargets([], of: target) }
            note(target, changed: inverse)
        }
    }

    /// Checks the rules that can only be checked when everything has been changed.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` naming the model and the rule.
    func validateRelationships() throws {
        for model in pending.deleted.values {
            guard let entity = model._$model.entity else { continue }
            for index in entity.relationshipIndexes {
                let property = entity.properties[index]
                guard property.relationship?.deleteRule == .deny else { continue }
                let count = try fetchRelated(to: model, at: index).count
                guard count == 0 else {
                    throw SwiftDataError.modelValidationFailure(
                        "a \(entity.name) can't be deleted while its \(property.name) "
                            + "has \(count) \(count == 1 ? "model" : "models")"
                    )
                }
            }
        }
        for model in [pending.inserted.values, pending.changed.values].joined() {
            guard let entity = model._$model.entity else { continue }
            for index in entity.relationshipIndexes {
                try validateCount(of: entity.properties[index], model, entity)
                try validatePresence(of: entity.properties[index], model, entity)
                try validateTarget(of: entity.properties[index], model, entity)
            }
        }
        for pair in pending.links.values.lazy.flatMap(\.added) {
            for (end, other) in [(pair.left, pair.right), (pair.right, pair.left)] {
                guard let obstacle = obstacle(to: end) else { continue }
                throw SwiftDataError.modelValidationFailure(
                    "a \(type(of: other)) refers to a \(type(of: end)) that \(obstacle)"
                )
            }
        }
    }

    /// What a row refers to must have a row once it is saved.
    private func validateTarget(
        of property: PropertyDescription,
        _ model: any PersistentModel,
        _ entity: EntityDescription
    ) throws {
        let state = model._$model
        guard !property.isToMany, property.ownsForeignKey(in: entity),
            state.lifecycle == .inserted || state.changes.contains(property.index),
            let target = property.access.target(model), let obstacle = obstacle(to: target)
        else { return }
        throw SwiftDataError.modelValidationFailure(
            "\(entity.name).\(property.name) refers to a \(type(of: target)) that \(obstacle)"
        )
    }

    /// Why nothing in this context may refer to a model; nil when it may.
    private func obstacle(to target: any PersistentModel) -> String? {
        let state = target._$model
        switch state.lifecycle {
        case .deleted, .invalidated: return "is deleted"
        case .detached, .keyPathProbe: return "is in no context"
        case .inserted, .stored: return state.context === self ? nil : "is of another context"
        }
    }

    private func validatePresence(
        of property: PropertyDescription,
        _ model: any PersistentModel,
        _ entity: EntityDescription
    ) throws {
        guard property.isRequired, property.access.targets(model)?.isEmpty == true else { return }
        throw SwiftDataError.modelValidationFailure(
            "\(entity.name).\(property.name) has no model; it must have one"
        )
    }

    private func validateCount(
        of property: PropertyDescription,
        _ model: any PersistentModel,
        _ entity: EntityDescription
    ) throws {
        let least = property.relationship?.minimumModelCount ?? 0
        let most = property.relationship?.maximumModelCount ?? 0
        guard least > 0 || most > 0 else { return }
        let count =
            try property.access.targets(model)?.count
            ?? fetchRelated(to: model, at: property.index).count
        guard count >= least, most == 0 || count <= most else {
            let bounds = most == 0 ? "at least \(least)" : "\(least) to \(most)"
            throw SwiftDataError.modelValidationFailure(
                "\(entity.name).\(property.name) has \(count) models; it must have \(bounds)"
            )
        }
    }
}
