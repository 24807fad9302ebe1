// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ResultsObserver where SectionTitle == String {
    /// Observes the results of a descriptor, divided into sections.
    ///
    /// - Parameters:
    ///   - fetchDescriptor: The criteria, order and limits of the models.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContext: The context; its unsaved changes are part of the results.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - fetchDescriptor: The criteria, order and limits of the models.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContainer: The container; the results are read in a new context of it.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - fetchDescriptor: The criteria, order and limits of the models.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContext: The context; its unsaved changes are part of the results.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - fetchDescriptor: The criteria, order and limits of the models.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContainer: The container; the results are read in a new context of it.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - filterBy: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContext: The context; its unsaved changes are part of the results.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - filterBy: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContainer: The container; the results are read in a new context of it.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - filterBy: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContext: The context; its unsaved changes are part of the results.
    ///   - isolation: The actor on which observers are notified.
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
    /// - Parameters:
    ///   - filterBy: The condition that models must satisfy; `nil` selects all models.
    ///   - sortBy: The sort order, most significant first.
    ///   - sectionBy: The property with the title of the section of a model.
    ///   - modelContainer: The container; the results are read in a new context of it.
    ///   - isolation: The actor on which observers are notified.
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
