// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tokens of a text that a snippet shows.
///
/// The rules are the same as in FTS5's function `snippet`, which takes quadratic time in the number
/// of matches: a window with more different phrases is better, then one at the beginning of a
/// sentence, then one with more matches.
struct SnippetWindow: Equatable {
    /// The position of the first token.
    let start: Int
    /// The score, by which windows in several strings are compared; 0 without a match.
    let score: Int

    private static let startOfText = 120
    private static let startOfSentence = 100

    /// Selects the best window of a text.
    ///
    /// - Parameters:
    ///   - matches: The matches, ordered by their first positions.
    ///   - phraseCount: The number of phrases of the query.
    ///   - tokenCount: The number of tokens of the text.
    ///   - size: The number of tokens in the window.
    ///   - sentences: The positions of the first tokens of sentences, in ascending order.
    /// - Complexity: O(*m* + *s*) for *m* matches and *s* sentences.
    init(
        around matches: [QueryPhrases.Match],
        phraseCount: Int,
        tokenCount: Int,
        size: Int,
        sentences: [Int]
    ) {
        var best = (start: 0, score: 0)
        var centered = MatchCounter(matches, phraseCount: phraseCount, size: size)
        var atSentence = centered
        var sentence = 0
        for match in matches {
            let position = match.positions.lowerBound
            centered.move(to: position)
            if centered.score > best.score, let covered = centered.covered {
                let margin = (size - covered.count) / 2
                let start = max(min(covered.lowerBound - margin, tokenCount - size), 0)
                best = (start, centered.score)
            }
            guard tokenCount > size, !sentences.isEmpty else { continue }
            while sentence + 1 < sentences.count, sentences[sentence + 1] <= position {
                sentence += 1
            }
            let start = sentences[sentence]
            guard start < position else { continue }
            atSentence.move(to: start)
            let score =
                atSentence.score + (start == 0 ? Self.startOfText : Self.startOfSentence)
            if score > best.score { best = (start, score) }
        }
        (start, score) = best
    }
}

/// Counts the matches in a window that moves forward.
private struct MatchCounter {
    private static let newPhrase = 1_000
    private static let repeatedPhrase = 1

    private let matches: [QueryPhrases.Match]
    private let size: Int
    /// The number of matches in the window by phrase.
    private var counts: [Int]
    /// The indices of the matches in the window.
    private var found = 0..<0
    private(set) var score = 0

    init(_ matches: [QueryPhrases.Match], phraseCount: Int, size: Int) {
        self.matches = matches
        self.size = size
        counts = Array(repeating: 0, count: phraseCount)
    }

    /// The positions from the first match to the end of the last; nil without a match.
    var covered: Range<Int>? {
        guard !found.isEmpty else { return nil }
        let start = matches[found.lowerBound].positions.lowerBound
        return start..<matches[found.upperBound - 1].positions.upperBound
    }

    /// Moves the window to a position that is not before the current one.
    mutating func move(to start: Int) {
        var (lower, upper) = (found.lowerBound, found.upperBound)
        while upper < matches.count, matches[upper].positions.lowerBound < start + size {
            let phrase = matches[upper].phrase
            score += counts[phrase] == 0 ? Self.newPhrase : Self.repeatedPhrase
            counts[phrase] += 1
            upper += 1
        }
        while lower < upper, matches[lower].positions.lowerBound < start {
            let phrase = matches[lower].phrase
            counts[phrase] -= 1
            score -= counts[phrase] == 0 ? Self.newPhrase : Self.repeatedPhrase
            lower += 1
        }
        found = lower..<upper
    }
}
