// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The results of a query, from the time at which its context is known.
final class QuerySource<Element: PersistentModel> {
    /// The results in the last context; nil before the first one.
    private(set) var live: LiveResults<Element>?
    private let descriptor: FetchDescriptor<Element>
    private let sectionBy: PartialKeyPath<Element>?
    private var bindingError: (any Error)? = SwiftDataError(
        .missingModelContext,
        "the query has no context yet; read its property first"
    )
    /// The models in the results, as of a change.
    private var models: (changeCount: Int, models: [Element])?

    init(_ descriptor: FetchDescriptor<Element>, sectionBy: PartialKeyPath<Element>?) {
        self.descriptor = descriptor
        self.sectionBy = sectionBy
    }

    var fetchError: (any Error)? { bindingError ?? live?.fetchError }

    /// Fetches the results in a context, unless they already belong to it.
    func bind(to context: ModelContext?, isolation: (any Actor)?) {
        guard let context, live?.controller.context !== context else { return }
        (live, models) = (nil, nil)
        do {
            live = try LiveResults(
                descriptor,
                sectionBy: sectionBy,
                in: context,
                isolation: isolation
            )
            bindingError = nil
        } catch {
            bindingError = error
        }
    }

    /// The models in the results.
    var elements: [Element] {
        guard let live else { return [] }
        let snapshot = live.current
        if let models, models.changeCount == live.changeCount { return models.models }
        let elements = snapshot.keys.indices.map(snapshot.element)
        models = (live.changeCount, elements)
        return elements
    }

    var sections: SectionedResults<Element, String> {
        guard let live, sectionBy != nil else {
            let none = SectionRows(
                keys: [],
                context: ObjectIdentifier(self)
            ) { _ in Element(backingData: _EmptyBackingData<Element>()) }
            return SectionedResults([], starts: [], of: none)
        }
        return live.current.sectioned(in: live.controller.context) { $0 }
    }
}
