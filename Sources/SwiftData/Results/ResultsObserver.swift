// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
public import Observation

/// The results of a fetch, which follow the changes of a context.
///
/// The results include the unsaved changes of the context and the saves of the container's other
/// contexts. They are up to date whenever they are read. Observers, such as the closure of
/// `withObservationTracking(_:onChange:)`, are notified on the isolation with which the observer
/// was created.
///
/// ```swift
/// let observer = try ResultsObserver(
///     filterBy: #Predicate<Book> { $0.year < 1820 },
///     sortBy: [SortDescriptor(\.title)],
///     modelContext: context
/// )
/// for book in observer.results { print(book.title) }
/// ```
///
/// ## Topics
///
/// ### Observing a fetch
///
/// - ``fetchDescriptor``
/// - ``filterBy``
/// - ``sortBy``
/// - ``sectionBy``
/// - ``modelContext``
///
/// ### Results
///
/// - ``results``
/// - ``sections``
/// - ``element(at:)``
/// - ``indexPath(for:)``
/// - ``fetchError``
public final class ResultsObserver<Element, SectionTitle>: Observable
where Element: PersistentModel, SectionTitle: Hashable {
    /// The context of the results.
    public let modelContext: ModelContext
    private let live: LiveResults<Element>
    /// Converts the title of a section; nil without sections.
    private let title: ((String) -> SectionTitle)?

    init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy: PartialKeyPath<Element>?,
        title: ((String) -> SectionTitle)?,
        in context: ModelContext,
        isolation: (any Actor)?
    ) throws {
        modelContext = context
        self.title = title
        live = try LiveResults(
            descriptor,
            sectionBy: sectionBy,
            in: context,
            isolation: isolation
        )
    }

    /// The descriptor of the results.
    public var fetchDescriptor: FetchDescriptor<Element> { live.descriptor }

    /// The condition of the results; nil selects all models.
    ///
    /// A predicate that cannot be translated has no effect, and ``fetchError`` is set.
    public var filterBy: Predicate<Element>? {
        get { fetchDescriptor.predicate }
        set { live.descriptor.predicate = newValue }
    }

    /// The order of the results within their sections, most significant first.
    ///
    /// Descriptors that cannot be translated have no effect, and ``fetchError`` is set.
    public var sortBy: [SortDescriptor<Element>] {
        get { fetchDescriptor.sortBy }
        set { live.descriptor.sortBy = newValue }
    }

    /// The property by which results are divided into sections, or `nil`.
    public var sectionBy: PartialKeyPath<Element>? { live.controller.sectionBy }

    /// The error of the last fetch; nil if the results are up to date.
    public var fetchError: (any Error)? {
        _ = live.current
        return live.fetchError
    }

    /// The current results in order, each loaded on access.
    public var results: FetchResultsCollection<Element> {
        let current = live.current
        return FetchResultsCollection(count: current.keys.count, element: current.element)
    }

    /// The current results in sections; nil without sections.
    ///
    /// The sections are ordered by title: in the order of the first sort descriptor if it has the
    /// same key path, and otherwise ascending.
    public var sections: SectionedResults<Element, SectionTitle>? {
        title.map { live.current.sectioned(in: modelContext, title: $0) }
    }

    /// Returns the result at a section and a position in it, or `nil` if out of range.
    ///
    /// Without sections, all results are in the first one.
    public func element(at indexPath: IndexPath) -> Element? {
        let current = live.current
        guard indexPath.count == 2 else { return nil }
        let (section, item) = (indexPath[0], indexPath[1])
        guard section >= 0, item >= 0 else { return nil }
        guard title != nil else {
            return section == 0 && item < current.keys.count ? current.element(item) : nil
        }
        guard section < current.sections.titles.count,
            item < current.sections.count(ofSection: section)
        else { return nil }
        return current.element(current.sections.starts[section] + item)
    }

    /// Returns the section of a result and its position in it; nil for another model.
    ///
    /// - Complexity: O(log *n*) for *n* results.
    public func indexPath(for element: Element) -> IndexPath? {
        let current = live.current
        guard let offset = live.offset(of: element) else { return nil }
        return title == nil ? IndexPath(indexes: [0, offset]) : current.sections.path(to: offset)
    }
}

extension RowSections {
    /// Returns the section of a row and its position in it.
    func path(to offset: Int) -> IndexPath {
        guard !titles.isEmpty else { return IndexPath(indexes: [0, offset]) }
        let section = index(containing: offset)
        return IndexPath(indexes: [section, offset - starts[section]])
    }
}

@available(*, unavailable, message: "observers cannot be shared across concurrency contexts")
extension ResultsObserver: @unchecked Sendable {}
