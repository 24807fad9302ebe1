// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The difference between the models of a relationship and assigned ones: the models of one range
/// are replaced.
struct RelatedModelsSplice<Target: PersistentModel> {
    /// The positions of the previous models that are replaced.
    let range: Range<Int>
    /// The models at their places.
    let replacement: [Target]
    /// The previous models that were not assigned, in their order.
    let removed: [Target]
    /// The assigned models that are new, in their order.
    let added: [Target]
    /// Whether the assigned models are in another order than the previous models followed by the
    /// new ones.
    let isRearranged: Bool
    /// The number of previous models.
    let formerCount: Int
}
