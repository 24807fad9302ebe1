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
/// combined with `AND`, `OR`, `NOT`, `-` and parentheses.
package struct SearchText: Sendable, Equatable {
    /// The words, conditions and operators; nil for a query without any, which everything matches.
    package let expression: SearchExpression<SearchCondition>?

    /// Parses a query.
    ///
    /// - Throws: `searchSyntax` with the position of the fault in bytes.
    package init(_ text: String) throws(JournalError) {
        do {
            expression = try SearchParser.parse(text, Self.conditions)
        } catch {
            throw JournalError(.searchSyntax(offset: error.offset), error.message)
        }
    }

    private static var conditions: SearchParser<SearchCondition>.Conditions {
        .init(named: Set(SearchCondition.Name.allCases.map(\.rawValue))) {
            (name, value, offset) throws(SearchSyntaxError) in
            guard let name = SearchCondition.Name(rawValue: name) else {
                throw SearchSyntaxError("unknown condition \(name):", at: offset)
            }
            let condition = SearchCondition(name, value, offset: offset)
            guard name != .starred || condition.isTrue != nil else {
                throw SearchSyntaxError("starred: must be yes or no, not \"\(value)\"", at: offset)
            }
            return condition
        }
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
