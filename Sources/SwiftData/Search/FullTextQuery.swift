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
/// Matching ignores case, the diacritics of Latin, Greek and Cyrillic letters, and the points of
/// Hebrew and Arabic. Punctuation outside of operators only separates words.
public struct FullTextQuery: Hashable, Sendable {
    /// A node of the parsed query.
    indirect enum Node: Hashable, Sendable {
        /// Adjacent words; if `isPrefix` is true, the last word is a prefix.
        case phrase(String, isPrefix: Bool)
        /// A word in any of its forms.
        case forms(of: String)
        case all([Node])
        case any([Node])
        case except(Node, [Node])
    }

    /// A language in which a query can find all forms of a word.
    public enum Stemming: Hashable, Sendable {
        /// The forms that the Porter algorithm derives: *walk*, *walks*, *walked*, *walking*.
        case english
    }

    /// The query text as entered.
    public let text: String
    let root: Node

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: The query.
    ///   - stemming: The language in which each word also finds its other forms, unless it is a
    ///     prefix or in quotes; nil to find words as they are written.
    /// - Throws: `StoreError.Code.searchSyntax` if the query has no words, contains only excluded
    ///   words, has an operator without operands, unmatched parentheses or quotes, or exceeds a
    ///   size limit.
    public init(_ text: String, stemming: Stemming? = nil) throws {
        let expression: SearchExpression<Never>?
        do throws(SearchSyntaxError) {
            expression = try SearchParser<Never>.parse(text, nil)
        } catch {
            throw StoreError(.searchSyntax, error.message)
        }
        guard let expression else {
            throw StoreError(
                .searchSyntax,
                "the query contains no words; enter at least one word"
            )
        }
        let (node, isComplement) = Node.normalized(expression, stemming: stemming)
        guard !isComplement else {
            throw StoreError(
                .searchSyntax,
                "the query finds texts without a word; add a word to search for"
            )
        }
        self.text = text
        root = node
    }

    init(_ text: String, root: Node) {
        self.text = text
        self.root = root
    }

    /// Creates the query of a parsed expression.
    ///
    /// - Parameters:
    ///   - expression: The words and operators.
    ///   - text: The text from which the expression was parsed.
    ///   - stemming: The language in which each word also finds its other forms.
    /// - Returns: The query, and whether it finds the models that do not satisfy the expression.
    package static func make(
        _ expression: SearchExpression<Never>,
        text: String,
        stemming: Stemming? = nil
    ) -> (query: FullTextQuery, isComplement: Bool) {
        let (node, isComplement) = Node.normalized(expression, stemming: stemming)
        return (FullTextQuery(text, root: node), isComplement)
    }

    /// Returns a query that finds what any of the queries finds; nil for none.
    package static func any(_ queries: [FullTextQuery], text: String) -> FullTextQuery? {
        guard queries.count > 1 else { return queries.first }
        return FullTextQuery(text, root: .any(queries.map(\.root)))
    }

    /// Returns a query that finds what all of the queries find; nil for none.
    package static func all(_ queries: [FullTextQuery], text: String) -> FullTextQuery? {
        guard queries.count > 1 else { return queries.first }
        return FullTextQuery(text, root: .all(queries.map(\.root)))
    }
}

extension FullTextQuery: CustomStringConvertible {
    /// The query text as entered.
    public var description: String { text }
}

extension FullTextQuery.Node {
    typealias Node = FullTextQuery.Node

    /// Returns a node for an expression, or for its complement.
    ///
    /// The index finds the rows with a word, but not the rows without it.
    static func normalized(
        _ expression: SearchExpression<Never>,
        stemming: FullTextQuery.Stemming?
    ) -> (Node, isComplement: Bool) {
        switch expression {
        case .phrase(let phrase):
            let hasForms = stemming != nil && !phrase.isPrefix && !phrase.isQuoted
            return (
                hasForms
                    ? .forms(of: phrase.text) : .phrase(phrase.text, isPrefix: phrase.isPrefix),
                false
            )
        case .not(let part):
            let (node, isComplement) = normalized(part, stemming: stemming)
            return (node, !isComplement)
        case .all(let parts):
            let (included, excluded) = divided(parts, stemming: stemming)
            guard let all = conjunction(included) else { return (disjunction(excluded), true) }
            return (excluded.isEmpty ? all : .except(all, excluded), false)
        case .any(let parts):
            // a OR NOT b is NOT (b NOT a).
            let (included, excluded) = divided(parts, stemming: stemming)
            guard let all = conjunction(excluded) else { return (disjunction(included), false) }
            return (included.isEmpty ? all : .except(all, included), true)
        }
    }

    private static func divided(
        _ parts: [SearchExpression<Never>],
        stemming: FullTextQuery.Stemming?
    ) -> (included: [Node], excluded: [Node]) {
        var (included, excluded): ([Node], [Node]) = ([], [])
        for (node, isComplement) in parts.map({ normalized($0, stemming: stemming) }) {
            if isComplement { excluded.append(node) } else { included.append(node) }
        }
        return (included, excluded)
    }

    private static func conjunction(_ nodes: [Node]) -> Node? {
        nodes.count > 1 ? .all(nodes) : nodes.first
    }

    private static func disjunction(_ nodes: [Node]) -> Node {
        nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    /// Whether the node contains a word in any of its forms.
    var hasForms: Bool {
        switch self {
        case .phrase: false
        case .forms: true
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.hasForms)
        case .except(let node, let others): node.hasForms || others.contains(where: \.hasForms)
        }
    }

    /// Returns the node with other nodes for the words that are found in any of their forms.
    func replacingForms(_ body: (String) throws -> Node) rethrows -> Node {
        switch self {
        case .phrase: self
        case .forms(let word): try body(word)
        case .all(let nodes): .all(try nodes.map { try $0.replacingForms(body) })
        case .any(let nodes): .any(try nodes.map { try $0.replacingForms(body) })
        case .except(let node, let others):
            .except(try node.replacingForms(body), try others.map { try $0.replacingForms(body) })
        }
    }
}
