// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The criteria, sort order and limits of a fetch.
///
/// ```swift
/// var descriptor = FetchDescriptor<Book>(
///     predicate: #Predicate { $0.year < 1820 && $0.author?.name == "Jane Austen" },
///     sortBy: [SortDescriptor(\.year), SortDescriptor(\.title)]
/// )
/// descriptor.fetchLimit = 20
/// descriptor.relationshipKeyPathsForPrefetching = [\.author]
/// let books = try context.fetch(descriptor)
/// ```
///
/// ## Topics
///
/// ### Creating a descriptor
///
/// - ``init(predicate:sortBy:)``
///
/// ### Conditions and order
///
/// - ``predicate``
/// - ``sortBy``
/// - ``fetchLimit``
/// - ``fetchOffset``
/// - ``includePendingChanges``
///
/// ### What is loaded
///
/// - ``propertiesToFetch``
/// - ``relationshipKeyPathsForPrefetching``
///
/// ### Comparing descriptors
///
/// - ``==(_:_:)``
public struct FetchDescriptor<T> where T: PersistentModel {
    // Not `Predicate<T>?`, which would be initialized with nil, to be replaced afterwards.
    /// The condition that models must satisfy; nil selects all models.
    public var predicate: Optional<Predicate<T>>
    /// The sort descriptors, most significant first.
    public var sortBy: [SortDescriptor<T>]
    /// The maximum number of models; nil means no maximum.
    public var fetchLimit: Int?
    /// The number of matching models to skip; nil means none.
    public var fetchOffset: Int?
    /// Whether the fetch includes unsaved changes of the context.
    public var includePendingChanges: Bool
    /// The attributes to load with the fetch, or all if empty; others are loaded on access.
    public var propertiesToFetch: [PartialKeyPath<T>]
    /// The relationships that the fetch loads together with its models.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>]

    /// Creates a descriptor for all models that match a predicate.
    ///
    /// - Parameters:
    ///   - predicate: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    @inlinable
    public init(predicate: consuming Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
        includePendingChanges = true
        propertiesToFetch = []
        relationshipKeyPathsForPrefetching = []
    }
}

/// A fetch descriptor of some model type.
protocol FetchDescribing {
    associatedtype Model: PersistentModel
    var descriptor: FetchDescriptor<Model> { get }
}

extension FetchDescriptor: FetchDescribing {
    var descriptor: FetchDescriptor<T> { self }
}

// Unchecked, because predicates, sort descriptors and key paths of models are immutable values.
extension FetchDescriptor: @unchecked Sendable {}
