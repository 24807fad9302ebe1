// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A full-text query as a person types it.
///
/// - `rainy walk` finds models with both words, in any of the indexed attributes.
/// - `"rainy walk"` finds the words next to each other, in this order.
/// - `rain*` finds words that begin so; the last word of a phrase can have the star too.
/// - `walk -dog` and `walk NOT dog` leave out models with a word, a phrase or a group.
/// - `rain OR snow` finds models with either, and parentheses group.
///
/// Case and diacritics make no difference. Every text without a mistake in its logic is a valid query:
/// punctuation separates words and means nothing else.
public struct FullTextQuery: Hashable, Sendable {
    /// A part of a query.
    indirect enum Node: Hashable, Sendable {
        /// Words next to each other; the last may be the beginning of one.
        case phrase(String, isPrefix: Bool)
        case all([Node])
        case any([Node])
        case except(Node, [Node])
    }

    /// The query as it was typed.
    public let text: String
    let root: Node

    /// Understands what a person typed.
    ///
    /// - Throws: `StoreError.Code.searchSyntax` when there is nothing to look for, only something to
    ///   leave out, an operator without words, or more than can be searched for at once.
    public init(_ text: String) throws {
        self.text = text
        var parser = try FullTextParser(text)
        root = try parser.query()
    }
}

extension FullTextQuery: CustomStringConvertible {
    /// The query as it was typed.
    public var description: String { text }
}
