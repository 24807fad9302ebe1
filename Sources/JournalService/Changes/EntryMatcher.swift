// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData

/// Matches entries, which may differ from their stored state, against the full-text queries of a
/// filter.
struct EntryMatcher {
    private let words: FullTextQuery?
    private let tests: [EntryTest]
    private let texts: FullTextMatcher

    /// Creates a matcher.
    ///
    /// - Parameters:
    ///   - words: A query that the text of an entry must match; nil for none.
    ///   - tests: Tests that entries must pass.
    /// - Throws: `StoreError` if there is not enough memory.
    init(words: FullTextQuery?, tests: [EntryTest]) throws {
        self.words = words
        self.tests = tests
        texts = try FullTextMatcher()
    }

    /// Whether the result depends on the text only.
    var needsOnlyText: Bool { tests.isEmpty }

    /// Returns whether an entry with these attributes matches.
    ///
    /// An entry without a text, because it is damaged in the store, matches no condition for its
    /// text, not even a negative one.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    func matches(_ attributes: FilterAttributes) throws -> Bool {
        try matches(attributes.text) && passes(attributes)
    }

    /// Returns whether a stored entry matches; its other attributes are read only if its text does.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    func matches(_ entry: Entry) throws -> Bool {
        try matches(entry.text) && (needsOnlyText || passes(FilterAttributes(of: entry)))
    }

    /// Returns the stored entries that match, in their order.
    ///
    /// - Throws: `StoreError` if there is not enough memory.
    func matches(among entries: [Entry]) throws -> [Entry] {
        guard let words, needsOnlyText else { return try entries.filter(matches) }
        let readable = entries.filter { !$0.text.isEmpty }
        return try texts.matches(among: readable.map(\.text), words).map { readable[$0] }
    }

    private func matches(_ text: String) throws -> Bool {
        guard !text.isEmpty || words == nil && !tests.contains(where: \.comparesText) else {
            return false
        }
        return try words.map { try texts.matches(text, $0) } ?? true
    }

    private func passes(_ attributes: FilterAttributes) throws -> Bool {
        try tests.allSatisfy { test in
            try test.takes(attributes) { query, text in try texts.matches(text, query) }
        }
    }
}
