// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Models with an unsaved foreign key, by the model that they refer to.
///
/// An entry remains after its model is changed to refer to another one, so that callers must check
/// each entry. A rollback or save removes all entries.
struct PendingReferrers {
    private struct End: Hashable {
        let target: ObjectIdentifier
        let property: Int
    }

    private struct Referrers {
        /// Retained, so that no other object can get the same `ObjectIdentifier`.
        let target: any PersistentModel
        var models = InsertionOrderedDictionary<ObjectIdentifier, any PersistentModel>()
    }

    private var referrers: [End: Referrers] = [:]

    /// Records that `referrer` may now belong to a relationship of `target`.
    ///
    /// - Parameters:
    ///   - referrer: The model with the foreign key.
    ///   - target: The model that the foreign key refers to.
    ///   - property: The property index of the relationship in `target`.
    mutating func insert(
        _ referrer: any PersistentModel,
        to target: any PersistentModel,
        property: Int
    ) {
        let end = End(target: ObjectIdentifier(target), property: property)
        referrers[end, default: Referrers(target: target)]
            .models[ObjectIdentifier(referrer)] = referrer
    }

    /// Returns the models that may have been added to a relationship of `target`, in insertion
    /// order.
    func models(of target: any PersistentModel, property: Int) -> [any PersistentModel] {
        let end = End(target: ObjectIdentifier(target), property: property)
        return referrers[end].map { Array($0.models.values) } ?? []
    }
}
