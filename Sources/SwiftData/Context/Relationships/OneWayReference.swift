// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A reference of one model to another by a relationship without an inverse.
struct OneWayReference {
    let owner: any PersistentModel
    let property: PropertyDescription
    let target: any PersistentModel

    /// Whether the owner refers to the target, which the next save deletes.
    var leadsToDeletion: Bool {
        owner._$model.isPresent && target._$model.lifecycle == .deleted
            && property.access.target(owner) === target
    }

    /// Sets the relationship in memory to the target, or to none.
    func set(isCleared: Bool) {
        property.access.notifying(owner) {
            property.access.setTargets(isCleared ? [] : [target], of: owner)
        }
    }
}
