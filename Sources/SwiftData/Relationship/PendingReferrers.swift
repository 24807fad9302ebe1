// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Models with an unsaved foreign key, by the model that they refer to.
///
/// A superset: an entry remains after its model has come to refer to another one, so a reader checks
/// each. Rolling back or saving clears the whole.
struct PendingReferrers {
    private struct End: Hashable {
        let target: ObjectIdentifier
        let property: Int
    }

    private struct Referrers {
        /// Holds the target, so that no other object can get its identity.
        let target: any PersistentModel
        var models = InsertionOrderedDictionary<ObjectIdentifier, any PersistentModel>()
    }

    private var referrers: [End: Referrers] = [:]

    /// Notes that `referrer` may now belong to a relationship of `target`.
    ///
    /// - Parameters:
    ///   - referrer: The model with the foreign key.
    ///   - target: The model that the key leads to.
    ///   - property: The index of the relationship among the properties of `target`.
    mutating func insert(
        _ referrer: any PersistentModel,
        to target: any PersistentModel,
        property: Int
    ) {
        let end = End(target: ObjectIdentifier(target), property: property)
        referrers[end, default: Referrers(target: target)]
            .models[ObjectIdentifier(referrer)] = referrer
    }

    /// The models that may have come to a relationship of `target`, in order.
    func models(of target: any PersistentModel, property: Int) -> [any PersistentModel] {
        let end = End(target: ObjectIdentifier(target), property: property)
        return referrers[end].map { Array($0.models.values) } ?? []
    }
}
