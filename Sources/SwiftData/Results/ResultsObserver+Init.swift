// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ResultsObserver where SectionTitle == Never {
    /// Observes the results of a descriptor.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            sectionBy: nil,
            title: nil,
            in: modelContext,
            isolation: isolation
        )
    }

    /// Observes the results of a descriptor, in a new context.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            sectionBy: nil,
            title: nil,
            in: ModelContext(modelContainer),
            isolation: isolation
        )
    }

    /// Observes the models that match a predicate.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    @_disfavoredOverload
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            sectionBy: nil,
            title: nil,
            in: modelContext,
            isolation: isolation
        )
    }

    /// Observes the models that match a predicate, in a new context.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    @_disfavoredOverload
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            sectionBy: nil,
            title: nil,
            in: ModelContext(modelContainer),
            isolation: isolation
        )
    }
}
