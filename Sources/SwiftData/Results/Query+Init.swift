// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension Query where Result == [Element] {
    /// Creates a query for the models that match a predicate, sorted by a property.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - keyPath: The property to sort by.
    ///   - order: The direction of the sort.
    public init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward
    ) where Value: Comparable {
        self.init(
            FetchDescriptor(
                predicate: filter,
                sortBy: [SortDescriptor(keyPath, order: order)]
            )
        ) { $0.elements }
    }

    /// Creates a query for the models that match a predicate, sorted by an optional property.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - keyPath: The property to sort by.
    ///   - order: The direction of the sort.
    public init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward
    ) where Value: Comparable {
        self.init(
            FetchDescriptor(
                predicate: filter,
                sortBy: [SortDescriptor(keyPath, order: order)]
            )
        ) { $0.elements }
    }

    /// Creates a query for the models that match a predicate.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - descriptors: The sort order, most significant first.
    public init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = []
    ) {
        self.init(
            FetchDescriptor(predicate: filter, sortBy: descriptors)
        ) { $0.elements }
    }

    /// Creates a query for the models of a descriptor.
    public init(_ descriptor: FetchDescriptor<Element>) {
        self.init(
            descriptor
        ) { $0.elements }
    }
}
