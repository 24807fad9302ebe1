// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Checks the rules of relationships that the unsaved changes must satisfy as a whole.
struct RelationshipValidator {
    let changes: ChangeTracker
    let loader: RelationshipLoader

    /// Checks all unsaved changes.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` with the model and the rule.
    func validate() throws {
        let pending = changes.pending
        for model in pending.deleted.values { try validateDenyRules(of: model) }
        if pending.hasRelationships {
            for model in pending.inserted.values { try validateRelationships(of: model) }
            for model in pending.changed.values { try validateRelationships(of: model) }
        }
        for (owner, property, target) in pending.checks.foreignTargets {
            try validateElement(target, of: property, owner: owner)
        }
        for pair in pending.links.values.lazy.flatMap(\.added) {
            try validate(pair.left, referredToBy: pair.right)
            try validate(pair.right, referredToBy: pair.left)
        }
    }

    private func validateRelationships(of model: any PersistentModel) throws {
        guard let entity = model._$model.entity else { return }
        for property in entity.relationships(of: model) {
            try validateCount(of: property, for: model, in: entity)
            try validatePresence(of: property, for: model, in: entity)
            try validateTarget(of: property, for: model, in: entity)
        }
    }

    private func validateDenyRules(of model: any PersistentModel) throws {
        guard let entity = model._$model.entity else { return }
        for property in entity.relationships(of: model) {
            guard property.relationship?.deleteRule == .deny else { continue }
            let count = try loader.fetchRelated(to: model, at: property.index).count
            guard count == 0 else {
                throw SwiftDataError.modelValidationFailure(
                    "a \(entity.name) cannot be deleted while its \(property.name) "
                        + "has \(count) \(count == 1 ? "model" : "models")"
                )
            }
        }
    }

    private func validate(
        _ end: any PersistentModel,
        referredToBy other: any PersistentModel
    ) throws {
        guard let obstacle = obstacle(to: end, in: other._$model.graph) else { return }
        throw SwiftDataError.modelValidationFailure(
            "a \(type(of: other)) refers to \(obstacle)"
        )
    }

    /// Checks that a foreign key refers to a row after the save.
    private func validateTarget(
        of property: PropertyDescription,
        for model: any PersistentModel,
        in entity: EntityDescription
    ) throws {
        let state = model._$model
        guard !property.isToMany, property.ownsForeignKey(in: entity),
            state.lifecycle == .inserted || state.changes.contains(property.index),
            let target = property.reference?.target(model),
            let obstacle = obstacle(to: target, in: state.graph)
        else { return }
        throw SwiftDataError.modelValidationFailure(
            "\(entity.name).\(property.name) refers to \(obstacle)"
        )
    }

    /// Checks that a to-many relationship does not contain a model of another context.
    private func validateElement(
        _ target: any PersistentModel,
        of property: PropertyDescription,
        owner: any PersistentModel
    ) throws {
        guard let entity = owner._$model.entity, property.contains(target, in: owner),
            let obstacle = obstacle(to: target, in: owner._$model.graph)
        else { return }
        throw SwiftDataError.modelValidationFailure(
            "\(entity.name).\(property.name) refers to \(obstacle)"
        )
    }

    /// Returns a description of a model that models of a context cannot refer to; nil if they can.
    private func obstacle(
        to target: any PersistentModel,
        in graph: ObjectGraph?
    ) -> String? {
        let state = target._$model
        switch state.lifecycle {
        case .deleted, .invalidated: return "a deleted \(type(of: target))"
        case .detached, .keyPathProbe: return "a \(type(of: target)) without a context"
        case .inserted, .stored:
            return state.graph === graph ? nil : "a \(type(of: target)) of another context"
        }
    }

    private func validatePresence(
        of property: PropertyDescription,
        for model: any PersistentModel,
        in entity: EntityDescription
    ) throws {
        guard property.isRequired, property.relation?.targets(model)?.isEmpty == true else {
            return
        }
        throw SwiftDataError.modelValidationFailure(
            "\(entity.name).\(property.name) is nil; it must refer to a model"
        )
    }

    private func validateCount(
        of property: PropertyDescription,
        for model: any PersistentModel,
        in entity: EntityDescription
    ) throws {
        let minimum = property.relationship?.minimumModelCount ?? 0
        let maximum = property.relationship?.maximumModelCount ?? 0
        guard minimum > 0 || maximum > 0 else { return }
        let count =
            try property.relation?.targets(model)?.count
            ?? loader.fetchRelated(to: model, at: property.index).count
        guard count >= minimum, maximum == 0 || count <= maximum else {
            let bounds = maximum == 0 ? "at least \(minimum)" : "\(minimum) to \(maximum)"
            throw SwiftDataError.modelValidationFailure(
                "\(entity.name).\(property.name) has \(count) models; it must have \(bounds)"
            )
        }
    }
}
