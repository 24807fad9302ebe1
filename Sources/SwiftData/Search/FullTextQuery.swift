// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A full-text query in the syntax that users type.
///
/// - `rainy walk` finds models that contain both words, in any of the indexed attributes.
/// - `"rainy walk"` finds the words next to each other, in this order.
/// - `rain*` finds words with this prefix; the last word of a phrase can have a star too.
/// - `walk -dog` and `walk NOT dog` exclude models that contain a word, phrase or group.
/// - `rain OR snow` finds models that contain either word; parentheses group.
///
/// Matching ignores case and diacritics. Punctuation outside of operators only separates words, so
/// that any text with valid operators is a valid query.
public struct FullTextQuery: Hashable, Sendable {
    /// A node of the parsed query.
    indirect enum Node: Hashable, Sendable {
        /// Adjacent words; if `isPrefix` is true, the last word is a prefix.
        case phrase(String, isPrefix: Bool)
        case all([Node])
        case any([Node])
        case except(Node, [Node])
    }

    /// The query text as entered.
    public let text: String
    let root: Node

    /// Parses a query.
    ///
    /// - Throws: `StoreError.Code.searchSyntax` if the query has no words, contains only excluded
    ///   words, has an operator without operands, or exceeds a size limit.
    public init(_ text: String) throws {
        self.text = text
        var parser = try FullTextParser(text)
        root = try parser.query()
    }
}

extension FullTextQuery: CustomStringConvertible {
    /// The query text as entered.
    public var description: String { text }
}
