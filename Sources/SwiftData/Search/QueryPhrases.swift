// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The words and phrases that a full-text query finds, without the excluded ones.
struct QueryPhrases {
    /// Adjacent tokens; the last one can be a prefix.
    private struct Phrase: Equatable {
        let tokens: TextTokens
        let isPrefix: Bool

        /// Returns whether a text has the phrase at a position.
        func isFound(in text: TextTokens, at position: Int) -> Bool {
            guard position + tokens.count <= text.count else { return false }
            return (0..<tokens.count).allSatisfy { index in
                let (found, wanted) = (text[position + index], tokens[index])
                let acceptsPrefix = isPrefix && index == tokens.count - 1
                return acceptsPrefix ? found.starts(with: wanted) : found == wanted
            }
        }
    }

    /// An occurrence of a phrase in a text.
    struct Match: Equatable {
        /// The index of the phrase.
        let phrase: Int
        /// The positions of the tokens.
        let positions: Range<Int>
    }

    /// The maximum number of matches in a text; the text after them is not searched.
    private static let matchLimit = 1_000_000

    private var phrases: [Phrase] = []
    /// The indices of the phrases by the first byte of their first token.
    private var indices = Array(repeating: [Int](), count: 256)

    var count: Int { phrases.count }

    /// Creates the phrases of a query after its words in any form have been expanded.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - tokens: Returns the tokens of a phrase.
    init(_ query: FullTextQuery, tokens: (String) throws -> TextTokens) rethrows {
        try add(query.root, tokens)
    }

    private mutating func add(
        _ node: FullTextQuery.Node,
        _ tokens: (String) throws -> TextTokens
    ) rethrows {
        switch node {
        case .forms(let word): try add(.phrase(word, isPrefix: false), tokens)
        case .phrase(let text, let isPrefix):
            let phrase = Phrase(tokens: try tokens(text), isPrefix: isPrefix)
            guard phrase.tokens.count > 0, let first = phrase.tokens[0].first,
                !indices[Int(first)].contains(where: { phrases[$0] == phrase })
            else { return }
            indices[Int(first)].append(phrases.count)
            phrases.append(phrase)
        case .all(let nodes), .any(let nodes): for node in nodes { try add(node, tokens) }
        case .except(let node, _): try add(node, tokens)
        }
    }

    /// Returns the matches in a text, ordered by their first positions.
    ///
    /// - Complexity: O(*n* · *p*) for *n* tokens and *p* phrases that begin with the same byte.
    func matches(in text: TextTokens) -> [Match] {
        var matches: [Match] = []
        for position in 0..<text.count {
            guard matches.count < Self.matchLimit else { break }
            guard let first = text[position].first else { continue }
            for index in indices[Int(first)]
            where phrases[index].isFound(in: text, at: position) {
                let end = position + phrases[index].tokens.count
                matches.append(Match(phrase: index, positions: position..<end))
            }
        }
        return matches
    }
}
