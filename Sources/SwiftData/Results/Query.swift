// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The results of a fetch, as the value of a property.
///
/// A property marked with ``Query()`` has a query with the same name after an underscore. An
/// initializer can replace it:
///
/// ```swift
/// final class Shelf {
///     let modelContext: ModelContext
///     @Query var books: [Book]
///
///     init(publisher: String, modelContext: ModelContext) {
///         self.modelContext = modelContext
///         _books = Query(filter: #Predicate { $0.publisher == publisher }, sort: \.title)
///     }
/// }
/// ```
///
/// The results are fetched when the property is read for the first time, in the `modelContext` of
/// the type that declares it. From then on, they follow the changes of the context, as in a
/// ``ResultsObserver``. Copies of a query share the results.
///
/// ## Topics
///
/// ### Results
///
/// - ``wrappedValue``
/// - ``sections``
/// - ``fetchError``
/// - ``modelContext``
public struct Query<Element, Result> where Element: PersistentModel {
    private let source: QuerySource<Element>
    private let makeResult: (QuerySource<Element>) -> Result

    init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy: PartialKeyPath<Element>? = nil,
        _ makeResult: @escaping (QuerySource<Element>) -> Result
    ) {
        source = QuerySource(descriptor, sectionBy: sectionBy)
        self.makeResult = makeResult
    }

    /// The current results; empty before the property is read for the first time.
    public var wrappedValue: Result { makeResult(source) }

    /// The current results in sections; empty without a key path for sections.
    public var sections: SectionedResults<Element, String> { source.sections }

    /// The error of the last fetch; nil if the results are up to date.
    ///
    /// After an error, the results are unchanged since the last successful fetch.
    public var fetchError: (any Error)? { source.fetchError }

    /// The context of the results; nil before the property is read for the first time.
    public var modelContext: ModelContext? { source.live?.controller.context }

    /// Returns the results in a context; the getter of the property calls it.
    public func _result(
        in context: ModelContext?,
        isolation: isolated (any Actor)? = #isolation
    ) -> Result {
        source.bind(to: context, isolation: isolation)
        return makeResult(source)
    }
}

@available(*, unavailable, message: "queries cannot be shared across concurrency contexts")
extension Query: @unchecked Sendable {}
