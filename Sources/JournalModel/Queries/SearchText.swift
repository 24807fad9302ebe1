// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// A condition of a search query, such as `tag:home`.
package struct SearchCondition: Sendable, Hashable {
    /// The names of conditions.
    package enum Name: String, Sendable, CaseIterable {
        case tag
        case notebook
        case before
        case after
        case on
        case starred
    }

    /// The attribute that the condition tests.
    package let name: Name
    /// The text after the colon, without quotes.
    package let value: String
    /// The position of the value in the query, in bytes.
    package let offset: Int

    /// Creates a condition.
    package init(_ name: Name, _ value: String, offset: Int = 0) {
        self.name = name
        self.value = value
        self.offset = offset
    }

    /// The error that the value is not valid.
    package func error(_ message: String) -> JournalError {
        JournalError(.searchSyntax(offset: offset), message)
    }
}

/// A parsed search query of words for the full-text index, and of conditions.
///
/// The conditions are `tag:name`, `notebook:name`, `before:date`, `after:date`, `on:date` and
/// `starred:yes`; names with spaces are quoted, as in `notebook:"To do"`. Words and conditions are
/// combined with `AND`, `OR`, `NOT`, `-` and parentheses. `#name` is the word or the tag, and the
/// name of a tag may be written with its mark in `tag:#name`, too.
package struct SearchText: Sendable, Equatable {
    /// The words, conditions and operators; nil for a query without any, which everything matches.
    package let expression: SearchExpression<SearchCondition>?

    /// Parses a query.
    ///
    /// - Throws: `searchSyntax` with the position of the fault in bytes.
    package init(_ text: String) throws(JournalError) {
        do {
            expression = try SearchParser.parse(text, Self.conditions)?.includingTags
        } catch {
            throw JournalError(.searchSyntax(offset: error.offset), error.message)
        }
    }

    private static let conditions = SearchParser<SearchCondition>.Conditions(
        named: Set(SearchCondition.Name.allCases.map(\.rawValue))
    ) { (name, value, offset) throws(SearchSyntaxError) in
        guard let name = SearchCondition.Name(rawValue: name) else {
            throw SearchSyntaxError("unknown condition \(name):", at: offset)
        }
        let isMarked = name == .tag && value.count > 1 && value.hasPrefix("#")
        let value = isMarked ? String(value.dropFirst()) : value
        let condition = SearchCondition(name, value, offset: offset)
        guard name != .starred || condition.isTrue != nil else {
            throw SearchSyntaxError("starred: must be yes or no, not \"\(value)\"", at: offset)
        }
        return condition
    }
}

extension SearchExpression<SearchCondition> {
    /// The expression in which each word that is written as a tag also finds the entries with it.
    fileprivate var includingTags: Self {
        switch self {
        case .phrase(let phrase):
            guard let tag = phrase.tag else { return self }
            return .any([self, .condition(SearchCondition(.tag, tag))])
        case .condition: return self
        case .not(let part): return .not(part.includingTags)
        case .all(let parts): return .all(parts.map(\.includingTags))
        case .any(let parts): return .any(parts.map(\.includingTags))
        }
    }
}

extension SearchPhrase {
    /// The name of the tag that the text is, as in `#home`; nil if it is none, as in `#1`.
    fileprivate var tag: String? {
        guard !isQuoted, !isPrefix, text.first == "#", text.dropFirst().first?.isLetter == true
        else { return nil }
        return String(text.dropFirst())
    }
}

extension SearchCondition {
    /// The value as a truth value; nil if it is none.
    package var isTrue: Bool? {
        switch value.lowercased() {
        case "yes", "true": true
        case "no", "false": false
        default: nil
        }
    }
}
