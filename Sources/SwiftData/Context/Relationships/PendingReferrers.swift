// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Models with an unsaved foreign key, by the model that they refer to.
///
/// An entry remains after its model is changed to refer to another one, so that callers must check
/// each entry. A rollback or save removes all entries.
struct PendingReferrers {
    private struct Reference {
        let referrer: any PersistentModel
        /// Retains the target, so that no other object can get its identity.
        let target: any PersistentModel
        /// The index of the inverse among the properties of the target; `nil` without an inverse.
        let property: Int?
    }

    private struct End: Hashable {
        let target: ObjectIdentifier
        let property: Int?
    }

    /// All references; indexed by the first lookup, which most saves do not need.
    private var references: [Reference] = []
    private var indexed = 0
    private var positions: [End: [Int]] = [:]

    /// Records that `referrer` may belong to a relationship of `target`.
    ///
    /// - Parameters:
    ///   - referrer: The model with the foreign key.
    ///   - target: The model that the key leads to.
    ///   - property: The index of the relationship among the properties of `target`; nil for a key
    ///     without an inverse relationship.
    /// - Complexity: O(1), amortized.
    mutating func insert(
        _ referrer: any PersistentModel,
        to target: any PersistentModel,
        property: Int?
    ) {
        references.append(Reference(referrer: referrer, target: target, property: property))
    }

    /// Returns the models that may belong to a relationship of `target`, in the order in which the
    /// last reference of each was recorded.
    ///
    /// - Complexity: O(*k*) for *k* models, in addition to indexing the references that were
    ///   recorded since the last call.
    mutating func models(
        of target: any PersistentModel,
        property: Int?
    ) -> [any PersistentModel] {
        guard !references.isEmpty else { return [] }
        for position in indexed..<references.count {
            let reference = references[position]
            let end = End(
                target: ObjectIdentifier(reference.target),
                property: reference.property
            )
            positions[end, default: []].append(position)
        }
        indexed = references.count
        let end = End(target: ObjectIdentifier(target), property: property)
        guard let positions = positions[end] else { return [] }
        var seen: Set<ObjectIdentifier> = []
        let last = positions.reversed().compactMap { position in
            let referrer = references[position].referrer
            return seen.insert(ObjectIdentifier(referrer)).inserted ? referrer : nil
        }
        return last.reversed()
    }
}
