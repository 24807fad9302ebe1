// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A parsed search query: words and phrases, conditions of the program, and operators.
package indirect enum SearchExpression<Condition: Hashable & Sendable>: Hashable, Sendable {
    case phrase(SearchPhrase)
    case condition(Condition)
    /// The conjunction of at least two expressions.
    case all([SearchExpression])
    /// The disjunction of at least two expressions.
    case any([SearchExpression])
    case not(SearchExpression)
}

/// A word, or words that are next to each other.
package struct SearchPhrase: Hashable, Sendable {
    /// The words as they are written, without quotes.
    package let text: String
    /// Whether the last word is a prefix.
    package let isPrefix: Bool
    /// Whether the phrase is in quotes.
    package let isQuoted: Bool

    /// Creates a phrase.
    package init(_ text: String, isPrefix: Bool = false, isQuoted: Bool = false) {
        self.text = text
        self.isPrefix = isPrefix
        self.isQuoted = isQuoted
    }
}

/// The fault of a search query that cannot be parsed.
package struct SearchSyntaxError: Error, Hashable {
    /// The fault, for users.
    package let message: String
    /// The position of the fault in the query, in bytes.
    package let offset: Int

    /// Creates an error.
    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

extension SearchExpression {
    /// The same expression without a type for conditions; nil if it contains a condition.
    package var withoutConditions: SearchExpression<Never>? {
        switch self {
        case .phrase(let phrase): return .phrase(phrase)
        case .condition: return nil
        case .not(let part): return part.withoutConditions.map { .not($0) }
        case .all(let parts): return Self.withoutConditions(parts).map { .all($0) }
        case .any(let parts): return Self.withoutConditions(parts).map { .any($0) }
        }
    }

    private static func withoutConditions(
        _ parts: [SearchExpression]
    ) -> [SearchExpression<Never>]? {
        let converted = parts.compactMap(\.withoutConditions)
        return converted.count == parts.count ? converted : nil
    }

    /// Returns the conjunction of expressions; nil for none.
    package static func conjunction(_ parts: [SearchExpression]) -> SearchExpression? {
        parts.count > 1 ? .all(parts) : parts.first
    }

    /// Returns the disjunction of expressions; nil for none.
    package static func disjunction(_ parts: [SearchExpression]) -> SearchExpression? {
        parts.count > 1 ? .any(parts) : parts.first
    }
}
