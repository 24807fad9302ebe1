// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effects of deleting a model, recorded so that the deletion can be undone before it is saved.
struct Deletion {
    /// The removal of a deleted model from a relationship.
    struct Removal {
        let owner: any PersistentModel
        let property: PropertyDescription
        let removed: any PersistentModel
    }

    /// The stored models to delete, including those to which delete rules cascaded.
    var deleted: [any PersistentModel] = []
    /// The rows without models to which delete rules cascaded.
    var rows: [(entity: EntityDescription, keys: [Int64])] = []
    /// The new models that were removed from the context.
    var discarded: [any PersistentModel] = []
    /// The removals of deleted models from relationships.
    var removals: [Removal] = []
    /// The unsaved pairs of deleted models, by join table index.
    var links: [Int: PendingLinks.Pairs] = [:]

    mutating func append(_ pairs: [Int: PendingLinks.Pairs]) {
        for (table, pairs) in pairs {
            links[table, default: .init()].added += pairs.added
            links[table, default: .init()].removed += pairs.removed
        }
    }
}

/// A reference of one model to another by a relationship without an inverse.
struct OneWayReference {
    let owner: any PersistentModel
    let property: PropertyDescription
    let target: any PersistentModel

    /// Whether the owner refers to the target, which the next save deletes.
    var leadsToDeletion: Bool {
        owner._$model.isPresent && target._$model.lifecycle == .deleted
            && property.reference?.target(owner) === target
    }

    /// Sets the relationship in memory to the target, or to none.
    func set(isCleared: Bool) {
        property.access.notifying(owner) {
            property.relation?.setTargets(isCleared ? [] : [target], of: owner)
        }
    }
}
