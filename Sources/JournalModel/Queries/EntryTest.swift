// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import SwiftData

/// A test of an entry by its text and its attributes, with resolved names.
package indirect enum EntryTest: Sendable, Equatable {
    case text(FullTextQuery)
    case tag(EntrySelection.TagChoice)
    case notebook(EntrySelection.NotebookChoice)
    case starred(Bool)
    case since(EntrySelection.Bound)
    case until(EntrySelection.Bound)
    /// Passed by the entries that pass every test; by all, if there is none.
    case all([EntryTest])
    /// Passed by the entries that pass some test; by none, if there is none.
    case any([EntryTest])
    case not(EntryTest)
}

extension EntryTest {
    /// Creates the test of a search query, with as few full-text queries as possible.
    ///
    /// - Parameters:
    ///   - expression: The words and conditions.
    ///   - text: The query.
    ///   - stemming: The language in which words also find their other forms.
    ///   - resolve: Returns the test of a condition.
    /// - Throws: The errors of `resolve`.
    package init(
        _ expression: SearchExpression<SearchCondition>,
        text: String,
        stemming: FullTextQuery.Stemming?,
        resolve: (SearchCondition) throws -> EntryTest
    ) rethrows {
        func test(_ part: SearchExpression<SearchCondition>) throws -> EntryTest {
            try EntryTest(part, text: text, stemming: stemming, resolve: resolve)
        }
        /// Separates the parts with words only, which one full-text query can test.
        func tests(
            _ parts: [SearchExpression<SearchCondition>],
            _ join: ([SearchExpression<SearchCondition>]) -> SearchExpression<SearchCondition>?
        ) throws -> [EntryTest] {
            let words = parts.filter { $0.withoutConditions != nil }
            let others = parts.filter { $0.withoutConditions == nil }
            return try (join(words).map { [$0] } ?? []).map(test) + others.map(test)
        }
        if let words = expression.withoutConditions {
            let (query, isComplement) = FullTextQuery.make(words, text: text, stemming: stemming)
            self = isComplement ? .not(.text(query)) : .text(query)
            return
        }
        switch expression {
        case .phrase: self = .all([])
        case .condition(let condition): self = try resolve(condition)
        case .all(let parts): self = .all(try tests(parts) { .conjunction($0) })
        case .any(let parts): self = .any(try tests(parts) { .disjunction($0) })
        case .not(let part): self = .not(try test(part))
        }
    }

    /// The tests that must all be passed, without nested conjunctions.
    package var conjuncts: [EntryTest] {
        guard case .all(let tests) = self else { return [self] }
        return tests.flatMap(\.conjuncts)
    }

    /// The tests without operators.
    var leaves: [EntryTest] {
        switch self {
        case .all(let tests), .any(let tests): tests.flatMap(\.leaves)
        case .not(let test): test.leaves
        default: [self]
        }
    }

    /// Whether the test depends on the words of an entry.
    package var comparesText: Bool {
        leaves.contains { if case .text = $0 { true } else { false } }
    }

    var hasDateBounds: Bool {
        leaves.contains {
            switch $0 {
            case .since, .until: true
            default: false
            }
        }
    }

    /// Finds the notebooks and tags that have the names now, and the entries of the tags.
    mutating func resolve(in context: ModelContext) throws {
        switch self {
        case .tag(var tag):
            try tag.resolve(in: context)
            self = .tag(tag)
        case .notebook(var notebook):
            try notebook.resolve(in: context)
            self = .notebook(notebook)
        case .all(let tests): self = .all(try tests.map { try $0.resolved(in: context) })
        case .any(let tests): self = .any(try tests.map { try $0.resolved(in: context) })
        case .not(let test): self = .not(try test.resolved(in: context))
        case .text, .starred, .since, .until: break
        }
    }

    private func resolved(in context: ModelContext) throws -> EntryTest {
        var test = self
        try test.resolve(in: context)
        return test
    }

    // MARK: Full-text queries

    /// A full-text query that matches every entry that passes the test, or `nil`.
    package func requiredWords(_ text: String) -> FullTextQuery? {
        switch self {
        case .text(let query): return query
        case .all(let tests):
            return .all(tests.compactMap { $0.requiredWords(text) }, text: text)
        case .any(let tests):
            let words = tests.map { $0.requiredWords(text) }
            return .any(words.contains(nil) ? [] : words.compactMap { $0 }, text: text)
        default: return nil
        }
    }

    /// The full-text queries that are not negated.
    package var queries: [FullTextQuery] {
        switch self {
        case .text(let query): [query]
        case .all(let tests), .any(let tests): tests.flatMap(\.queries)
        default: []
        }
    }

    // MARK: Evaluation

    /// The condition with which the store finds the entries that pass the test.
    var condition: EntryCondition {
        switch self {
        case .text(let query): .matches(query)
        case .tag(let tag):
            tag.entries.map { .isAmong($0) } ?? tag.identifier.map { .has(tag: $0) } ?? .never
        case .notebook(let notebook):
            notebook.identifier.map { .isIn(notebook: $0) } ?? .never
        case .starred(let starred): .equal(\Entry.starred, starred)
        case .since(let bound): .all(EntrySelection.conditions(since: bound))
        case .until(let bound): .all(EntrySelection.conditions(until: bound))
        case .all(let tests): .all(tests.map(\.condition))
        case .any(let tests): .any(tests.map(\.condition))
        case .not(let test): .not(test.condition)
        }
    }

    /// Returns whether an entry with these attributes passes the test.
    ///
    /// - Parameters:
    ///   - attributes: The attributes.
    ///   - matches: Returns whether a text matches a full-text query.
    /// - Returns: Whether the entry passes.
    /// - Throws: The errors of `matches`.
    package func takes(
        _ attributes: FilterAttributes,
        where matches: (FullTextQuery, String) throws -> Bool
    ) rethrows -> Bool {
        switch self {
        case .text(let query): try matches(query, attributes.text)
        case .tag(let tag): attributes.tagKeys.contains(tag.key)
        case .notebook(let notebook): notebook.takes(attributes)
        case .starred(let starred): attributes.starred == starred
        case .since(let bound): EntrySelection.isWithin(lower: bound, attributes)
        case .until(let bound): EntrySelection.isWithin(upper: bound, attributes)
        case .all(let tests):
            try tests.allSatisfy { try $0.takes(attributes, where: matches) }
        case .any(let tests):
            try tests.contains { try $0.takes(attributes, where: matches) }
        case .not(let test): try !test.takes(attributes, where: matches)
        }
    }
}
