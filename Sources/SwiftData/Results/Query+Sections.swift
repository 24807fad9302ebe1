// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension Query where Result == SectionedResults<Element, String> {
    /// Creates a query for the matching models in sections, sorted by a property.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - keyPath: The property to sort by.
    ///   - order: The direction of the sort.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward,
        sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
    ) where Value: Comparable {
        self.init(
            FetchDescriptor(
                predicate: filter,
                sortBy: [SortDescriptor(keyPath, order: order)]
            ),
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the matching models in sections, sorted by a property.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - keyPath: The property to sort by.
    ///   - order: The direction of the sort.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward,
        sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
    ) where Value: Comparable {
        self.init(
            FetchDescriptor(
                predicate: filter,
                sortBy: [SortDescriptor(keyPath, order: order)]
            ),
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the matching models in sections, sorted by an optional property.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - keyPath: The property to sort by.
    ///   - order: The direction of the sort.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward,
        sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
    ) where Value: Comparable {
        self.init(
            FetchDescriptor(
                predicate: filter,
                sortBy: [SortDescriptor(keyPath, order: order)]
            ),
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the matching models in sections, sorted by an optional property.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - keyPath: The property to sort by.
    ///   - order: The direction of the sort.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward,
        sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
    ) where Value: Comparable {
        self.init(
            FetchDescriptor(
                predicate: filter,
                sortBy: [SortDescriptor(keyPath, order: order)]
            ),
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the matching models in sections.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - descriptors: The sort order, most significant first.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
    ) {
        self.init(
            FetchDescriptor(predicate: filter, sortBy: descriptors),
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the matching models in sections.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Parameters:
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - descriptors: The sort order, most significant first.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
    ) {
        self.init(
            FetchDescriptor(predicate: filter, sortBy: descriptors),
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the models of a descriptor in sections.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
    ) {
        self.init(
            descriptor,
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }

    /// Creates a query for the models of a descriptor in sections.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Parameters:
    ///   - descriptor: The criteria, order and limits of the models.
    ///   - sectionKeyPath: The property with the title of the section of a model.
    public init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
    ) {
        self.init(
            descriptor,
            sectionBy: sectionKeyPath,
        ) { $0.sections }
    }
}
