// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Parses a full-text query into a tree.
///
/// `OR` has the lowest precedence, adjacent words bind tighter, `-` and `NOT` bind tightest.
struct FullTextParser {
    /// The limits on a query; a larger query is more likely an attack than a search.
    private static let byteLimit = 4_096
    private static let phraseLimit = 64
    private static let depthLimit = 16

    private var lexer: FullTextLexer
    private var current: FullTextToken?
    private var phrases = 0
    private var depth = 0

    init(_ text: String) throws {
        guard text.utf8.count <= Self.byteLimit else {
            throw StoreError(.searchSyntax, "the query exceeds \(Self.byteLimit) bytes")
        }
        lexer = FullTextLexer(text)
        current = lexer.next()
    }

    mutating func query() throws -> FullTextQuery.Node {
        var groups: [FullTextQuery.Node] = []
        // An unmatched closing parenthesis separates words like any other punctuation.
        while current != nil {
            if let group = try alternatives() { groups.append(group) }
            if current == .close { advance() }
        }
        guard !groups.isEmpty else {
            throw syntax("the query contains no words; enter at least one word")
        }
        return groups.count == 1 ? groups[0] : .all(groups)
    }

    private mutating func alternatives() throws -> FullTextQuery.Node? {
        var nodes: [FullTextQuery.Node] = []
        if let first = try conjunction() { nodes.append(first) }
        while current == .or {
            advance()
            guard !nodes.isEmpty, let next = try conjunction() else {
                throw syntax("OR requires a word on each side")
            }
            nodes.append(next)
        }
        return nodes.count > 1 ? .any(nodes) : nodes.first
    }

    private mutating func conjunction() throws -> FullTextQuery.Node? {
        var included: [FullTextQuery.Node] = []
        var excluded: [FullTextQuery.Node] = []
        while let token = current, token != .or, token != .close {
            switch token {
            case .minus, .not:
                advance()
                guard let node = try operand() else {
                    throw syntax("NOT requires a word after it")
                }
                excluded.append(node)
            case .and: advance()
            default:
                if let node = try operand() { included.append(node) }
            }
        }
        guard let first = included.first else {
            guard excluded.isEmpty else {
                throw syntax(
                    "the query contains only excluded words; add a word to search for"
                )
            }
            return nil
        }
        let all = included.count > 1 ? .all(included) : first
        return excluded.isEmpty ? all : .except(all, excluded)
    }

    private mutating func operand() throws -> FullTextQuery.Node? {
        switch current {
        case .phrase(let text, let isPrefix):
            advance()
            phrases += 1
            guard phrases <= Self.phraseLimit else {
                throw syntax("the query has more than \(Self.phraseLimit) words and phrases")
            }
            return .phrase(text, isPrefix: isPrefix)
        case .open:
            advance()
            depth += 1
            guard depth <= Self.depthLimit else {
                throw syntax("the query nests groups more than \(Self.depthLimit) levels deep")
            }
            let group = try alternatives()
            depth -= 1
            // An unclosed group extends to the end of the query.
            if current == .close { advance() }
            return group
        default:
            return nil
        }
    }

    private mutating func advance() { current = lexer.next() }

    private func syntax(_ message: String) -> StoreError { StoreError(.searchSyntax, message) }
}
