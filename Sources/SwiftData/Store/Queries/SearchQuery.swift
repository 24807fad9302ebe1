// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A full-text search over one entity, for a store.
struct SearchQuery {
    let text: FullTextQuery
    /// The entity, with the filter, limit and offset of the matches.
    ///
    /// The limit and offset apply to the matches ordered by rank; the order of the query is
    /// ignored.
    var rows: FetchQuery
    /// The style of the text snippets around matches; nil for no snippets.
    var snippet: SnippetStyle?
    /// The maximum number of matches that are ordered by rank, the greatest keys first; `nil` for
    /// all.
    var rankingLimit: Int?
    /// The key of a match after which the others follow, with lesser keys and without ranks; nil
    /// for all matches.
    var after: Int64?
}

/// A match of a full-text search.
struct SearchRow: Sendable {
    let key: Int64
    /// The BM25 rank, smaller for a better match; nil for a match that is not ranked.
    let rank: Double?
    /// The text around the matching words; empty without a snippet style.
    var snippet = ""

    /// The relevance, which is zero for a match that is not ranked.
    var score: Double { rank.map { -$0 } ?? 0 }
}
