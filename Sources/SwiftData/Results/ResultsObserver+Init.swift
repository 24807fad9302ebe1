// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ResultsObserver where SectionTitle == Never {
    /// Observes the results of a descriptor.
    ///
    /// - Parameters:
    ///   - fetchDescriptor: The criteria, order and limits of the models.
    ///   - modelContext: The context; its unsaved changes are part of the results.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - fetchDescriptor: The criteria, order and limits of the models.
    ///   - modelContainer: The container; the results are read in a new context of it.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - filterBy: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    ///   - modelContext: The context; its unsaved changes are part of the results.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - filterBy: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    ///   - modelContainer: The container; the results are read in a new context of it.
    ///   - isolation: The actor on which observers are notified.
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
