// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The order of models in an ordered to-many relationship, for a store to save.
struct Arrangement {
    /// The key of the model that owns the relationship.
    let owner: Int64
    let property: PropertyDescription
    let entity: EntityDescription
    /// The keys of related models, in order.
    let targets: [Int64]
    /// Whether all models are listed; if not, the listed models follow all others.
    let isComplete: Bool

    /// Returns keys of related models in this order.
    ///
    /// Unlisted models keep their order before the listed ones, or after them if the order is
    /// complete.
    func applied(to keys: [Int64]) -> [Int64] {
        let known = Set(keys)
        let placed = Set(targets)
        let arranged = targets.filter(known.contains)
        let others = keys.filter { !placed.contains($0) }
        return isComplete ? arranged + others : others + arranged
    }
}
