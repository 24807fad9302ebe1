// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Removes from a returning model's relationships the models that left them in the meantime.
///
/// A model that left the context keeps its relationships. A model to which it refers may be
/// deleted, or get another owner, before the model returns.
struct FormerTargets {
    private let changes: ChangeTracker
    private let objects: ObjectRegistry

    init(_ changes: ChangeTracker, objects: ObjectRegistry) {
        self.changes = changes
        self.objects = objects
    }

    /// Removes the lost models from the relationships of a model before it is registered.
    ///
    /// - Complexity: O(*n*) for *n* models in its relationships.
    func remove(from model: any PersistentModel, in entity: EntityDescription) {
        for property in entity.relationships(of: model) {
            let lost = property.relation?.targets(model)?.filter {
                isLost($0, by: property, of: model)
            }
            guard let lost, !lost.isEmpty else { continue }
            property.access.notifying(model) {
                for target in lost { property.relation?.remove(target, from: model) }
            }
            guard !property.isToMany, property.inverse != nil else { continue }
            for target in lost {
                changes.pending.noteRemoval(of: target, from: model, by: property)
            }
        }
    }

    private func isLost(
        _ target: any PersistentModel,
        by property: PropertyDescription,
        of model: any PersistentModel
    ) -> Bool {
        switch target._$model.lifecycle {
        case .deleted: return objects.contains(target)
        case .invalidated: return true
        case .detached, .keyPathProbe: return false
        case .inserted, .stored: break
        }
        guard objects.contains(target), let inverse = property.inverseProperty, !inverse.isToMany,
            let owner = inverse.reference?.target(target)
        else { return false }
        return owner !== model && owner._$model.isPresent
    }
}
