// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Which models to fetch, in which order, and how much of them.
public struct FetchDescriptor<T> where T: PersistentModel {
    /// Which models match; nil for all.
    public var predicate: Predicate<T>?
    /// The order, most significant first.
    public var sortBy: [SortDescriptor<T>]
    /// The greatest number of models; nil for all.
    public var fetchLimit: Int?
    /// How many matching models to skip; nil for none.
    public var fetchOffset: Int?
    /// Whether changes of the context that aren't saved count.
    public var includePendingChanges: Bool
    /// The attributes to load at once, the others when they are read; all when empty.
    public var propertiesToFetch: [PartialKeyPath<T>]
    /// The relationships whose models are loaded at once.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>]

    /// Makes a descriptor of all matching models.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
        includePendingChanges = true
        propertiesToFetch = []
        relationshipKeyPathsForPrefetching = []
    }
}

// Unchecked, because predicates, sort descriptors and key paths of models are immutable values.
extension FetchDescriptor: @unchecked Sendable {}
