// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A full-text search over the models of a type, with its filter and limits.
///
/// ```swift
/// let descriptor = SearchDescriptor<Book>(
///     try FullTextQuery("emm* -persuasion"),
///     filter: #Predicate { $0.year < 1820 },
///     limit: 20
/// )
/// let titles = try context.search(descriptor).map(\.model.title)
/// ```
public struct SearchDescriptor<T> where T: PersistentModel {
    /// The full-text query that the indexed attributes must match.
    public var query: FullTextQuery
    /// A condition that models must also satisfy; nil means no condition.
    public var filter: Predicate<T>?
    /// The maximum number of matches; nil means no maximum.
    public var limit: Int?
    /// The number of best matches to skip.
    public var offset: Int
    /// The style of the text snippets around matches; nil means no snippets.
    public var snippet: SnippetStyle?
    /// The maximum number of matches that are ranked; nil ranks all.
    ///
    /// The time of a search grows with the number of matches that are ranked, which is large for a
    /// word that most models contain. With a limit, only the most recently inserted models are
    /// ranked; the other matches follow, the most recent first, with a score of zero. With a limit
    /// of zero, the time does not depend on the number of matches.
    public var rankingLimit: Int?
    /// The key of a match that is not ranked, after which the others follow; nil for all matches.
    ///
    /// Unlike an offset, it skips without reading, and stays valid when models are inserted and
    /// deleted.
    package var after: Int64?
    /// The relationships to load together with the models, instead of when they are read.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Creates a descriptor for the best matches of a query.
    ///
    /// - Parameters:
    ///   - query: The full-text query.
    ///   - filter: The condition that models must satisfy; `nil` selects all models.
    ///   - limit: The maximum number of matches; `nil` means no maximum.
    ///   - offset: The number of best matches to skip.
    ///   - snippet: The style of the text snippets around matches; `nil` means no snippets.
    ///   - rankingLimit: The maximum number of matches that are ranked; `nil` ranks all.
    public init(
        _ query: FullTextQuery,
        filter: Predicate<T>? = nil,
        limit: Int? = nil,
        offset: Int = 0,
        snippet: SnippetStyle? = nil,
        rankingLimit: Int? = nil
    ) {
        self.query = query
        self.filter = filter
        self.limit = limit
        self.offset = offset
        self.snippet = snippet
        self.rankingLimit = rankingLimit
    }
}

// Unchecked, because predicates and key paths are immutable values.
extension SearchDescriptor: @unchecked Sendable {}

/// A match of a full-text search.
public struct SearchMatch<T> where T: PersistentModel {
    /// The matching model.
    public let model: T
    /// The BM25 relevance over the indexed attributes; a greater score is a better match.
    ///
    /// Scores are comparable within one search only. A match that is not ranked has the score zero.
    public let score: Double
    /// The text around most of the matching words; empty without a snippet style.
    public let snippet: String
    /// The primary key of the model.
    package let key: Int64
    /// Whether the position of the match depends on its score.
    package let isRanked: Bool
}
