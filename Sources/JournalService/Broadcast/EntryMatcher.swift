// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData

/// Tests entries, in states that need not be in the store, against the full-text queries of a
/// filter.
struct EntryMatcher {
    private let words: FullTextMatcher?
    private let tests: [EntryTest]
    private let matchers: [FullTextQuery: FullTextMatcher]

    /// Creates a matcher.
    ///
    /// - Parameters:
    ///   - words: A query that texts must match; nil for none.
    ///   - tests: Tests that entries must pass.
    /// - Throws: `StoreError` if there is not enough memory.
    init(words: FullTextQuery?, tests: [EntryTest]) throws {
        self.words = try words.map { try FullTextMatcher($0) }
        self.tests = tests
        var matchers: [FullTextQuery: FullTextMatcher] = [:]
        for query in tests.flatMap(\.comparedQueries) where matchers[query] == nil {
            matchers[query] = try FullTextMatcher(query)
        }
        self.matchers = matchers
    }

    /// Returns whether an entry with these attributes matches.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    func matches(_ attributes: FilterAttributes) throws -> Bool {
        guard try words?.matches(attributes.text) ?? true else { return false }
        return try tests.allSatisfy { test in
            try test.takes(attributes) { try matchers[$0]?.matches($1) ?? false }
        }
    }
}
