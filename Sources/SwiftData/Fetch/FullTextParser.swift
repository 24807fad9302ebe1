// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Puts the words and signs of a typed query together.
///
/// `OR` binds least, words side by side bind more, `-` and `NOT` most.
struct FullTextParser {
    /// More words than this, or deeper groups, aren't a search but an attack.
    private static let byteLimit = 4_096
    private static let phraseLimit = 64
    private static let depthLimit = 16

    private var lexer: FullTextLexer
    private var current: FullTextToken?
    private var phrases = 0
    private var depth = 0

    init(_ text: String) throws {
        guard text.utf8.count <= Self.byteLimit else {
            throw StoreError(.searchSyntax, "a query can have \(Self.byteLimit) bytes at most")
        }
        lexer = FullTextLexer(text)
        current = lexer.next()
    }

    mutating func query() throws -> FullTextQuery.Node {
        var groups: [FullTextQuery.Node] = []
        // A parenthesis that closes nothing separates words like any other punctuation.
        while current != nil {
            if let group = try alternatives() { groups.append(group) }
            if current == .close { advance() }
        }
        guard !groups.isEmpty else {
            throw syntax("there is nothing to search for: a query needs at least one word")
        }
        return groups.count == 1 ? groups[0] : .all(groups)
    }

    private mutating func alternatives() throws -> FullTextQuery.Node? {
        var nodes: [FullTextQuery.Node] = []
        if let first = try conjunction() { nodes.append(first) }
        while current == .or {
            advance()
            guard !nodes.isEmpty, let next = try conjunction() else {
                throw syntax("OR needs words on both sides")
            }
            nodes.append(next)
        }
        return nodes.count > 1 ? .any(nodes) : nodes.first
    }

    private mutating func conjunction() throws -> FullTextQuery.Node? {
        var wanted: [FullTextQuery.Node] = []
        var unwanted: [FullTextQuery.Node] = []
        while let token = current, token != .or, token != .close {
            switch token {
            case .minus, .not:
                advance()
                guard let node = try operand() else {
                    throw syntax("NOT needs a word after it")
                }
                unwanted.append(node)
            case .and: advance()
            default:
                if let node = try operand() { wanted.append(node) }
            }
        }
        guard let first = wanted.first else {
            guard unwanted.isEmpty else {
                throw syntax(
                    "a query can't consist of words to leave out only; name one to search for too"
                )
            }
            return nil
        }
        let all = wanted.count > 1 ? .all(wanted) : first
        return unwanted.isEmpty ? all : .except(all, unwanted)
    }

    private mutating func operand() throws -> FullTextQuery.Node? {
        switch current {
        case .phrase(let text, let isPrefix):
            advance()
            phrases += 1
            guard phrases <= Self.phraseLimit else {
                throw syntax("a query can have \(Self.phraseLimit) words and phrases at most")
            }
            return .phrase(text, isPrefix: isPrefix)
        case .open:
            advance()
            depth += 1
            guard depth <= Self.depthLimit else {
                throw syntax("a query can have groups \(Self.depthLimit) deep at most")
            }
            let group = try alternatives()
            depth -= 1
            // A group that isn't closed reaches to the end.
            if current == .close { advance() }
            return group
        default:
            return nil
        }
    }

    private mutating func advance() { current = lexer.next() }

    private func syntax(_ message: String) -> StoreError { StoreError(.searchSyntax, message) }
}
