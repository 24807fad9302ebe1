// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A full-text search over one entity, in terms of a store.
struct SearchQuery {
    let text: FullTextQuery
    /// The entity and what its rows must match besides.
    ///
    /// Its limit and offset count matches in the order of rank; its own order doesn't matter.
    var rows: FetchQuery
    /// How the pieces of text around matches look; nil for none.
    var snippet: SnippetStyle?
}

/// One match of a full-text search.
struct SearchRow: Sendable {
    let key: Int64
    /// Smaller is better.
    let rank: Double
    /// Empty when none was asked for.
    var snippet = ""
}
