// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData

/// Tests entries, in states that need not be in the store, against the full-text queries of a
/// filter.
struct EntryMatcher {
    private let words: FullTextQuery?
    private let tests: [EntryTest]
    private let texts: FullTextMatcher

    /// Creates a matcher.
    ///
    /// - Parameters:
    ///   - words: A query that texts must match; nil for none.
    ///   - tests: Tests that entries must pass.
    /// - Throws: `StoreError` if there is not enough memory.
    init(words: FullTextQuery?, tests: [EntryTest]) throws {
        self.words = words
        self.tests = tests
        texts = try FullTextMatcher()
    }

    /// Returns whether an entry with these attributes matches.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    func matches(_ attributes: FilterAttributes) throws -> Bool {
        if let words, try !texts.matches(attributes.text, words) { return false }
        return try tests.allSatisfy { test in
            try test.takes(attributes) { query, text in try texts.matches(text, query) }
        }
    }
}
