// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// What to search the full-text index of a model type for, and how much to find.
public struct SearchDescriptor<T> where T: PersistentModel {
    /// What the texts must have.
    public var query: FullTextQuery
    /// What the models must match besides; nil for nothing.
    public var filter: Predicate<T>?
    /// The greatest number of matches; nil for all.
    public var limit: Int?
    /// How many of the best matches to skip.
    public var offset: Int
    /// How the pieces of text around matches look; nil for none.
    public var snippet: SnippetStyle?

    /// Describes a search for the best matches.
    public init(
        _ query: FullTextQuery,
        filter: Predicate<T>? = nil,
        limit: Int? = nil,
        offset: Int = 0,
        snippet: SnippetStyle? = nil
    ) {
        self.query = query
        self.filter = filter
        self.limit = limit
        self.offset = offset
        self.snippet = snippet
    }
}

// Unchecked, because predicates are immutable values.
extension SearchDescriptor: @unchecked Sendable {}

/// A model that a search found.
public struct SearchMatch<T> where T: PersistentModel {
    /// The model.
    public let model: T
    /// How well it matches, by BM25 over the indexed attributes; greater is better.
    ///
    /// Scores of one search compare; those of different searches don't.
    public let score: Double
    /// The piece of text with most of the matching words; empty when none was asked for.
    public let snippet: String
}
