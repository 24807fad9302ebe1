// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ResultsObserver where SectionTitle == String {
    /// Observes the results of a descriptor, divided into sections.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            sectionBy: sectionBy,
            title: { $0 },
            in: modelContext,
            isolation: isolation
        )
    }

    /// Observes the results of a descriptor, divided into sections, in a new context.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            sectionBy: sectionBy,
            title: { $0 },
            in: ModelContext(modelContainer),
            isolation: isolation
        )
    }

    /// Observes the results of a descriptor, divided into sections.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            sectionBy: sectionBy,
            title: { $0 },
            in: modelContext,
            isolation: isolation
        )
    }

    /// Observes the results of a descriptor, divided into sections, in a new context.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            sectionBy: sectionBy,
            title: { $0 },
            in: ModelContext(modelContainer),
            isolation: isolation
        )
    }

    /// Observes the models that match a predicate, divided into sections.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    @_disfavoredOverload
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            sectionBy: sectionBy,
            title: { $0 },
            in: modelContext,
            isolation: isolation
        )
    }

    /// Observes the models that match a predicate, divided into sections, in a new context.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    @_disfavoredOverload
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            sectionBy: sectionBy,
            title: { $0 },
            in: ModelContext(modelContainer),
            isolation: isolation
        )
    }

    /// Observes the models that match a predicate, divided into sections.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    @_disfavoredOverload
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            sectionBy: sectionBy,
            title: { $0 },
            in: modelContext,
            isolation: isolation
        )
    }

    /// Observes the models that match a predicate, divided into sections, in a new context.
    ///
    /// Models without a value are in the section with an empty title.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    @_disfavoredOverload
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            sectionBy: sectionBy,
            title: { $0 },
            in: ModelContext(modelContainer),
            isolation: isolation
        )
    }
}
