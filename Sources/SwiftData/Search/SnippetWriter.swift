// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes the snippets of strings that match a query.
struct SnippetWriter {
    /// The text around the matches, and the score of its window.
    struct Snippet: Equatable {
        let text: String
        let score: Int
    }

    private let phrases: QueryPhrases
    private let style: SnippetStyle
    /// The number of tokens in a snippet.
    private let size: Int

    init(_ phrases: QueryPhrases, style: SnippetStyle) {
        self.phrases = phrases
        self.style = style
        size = min(max(style.words, 1), 64)
    }

    /// Makes the snippet of a text.
    ///
    /// - Parameters:
    ///   - text: The UTF-8 text.
    ///   - tokens: The tokens of the text.
    ///   - other: The snippet of another text.
    /// - Returns: The snippet; nil if it is not better than the other one.
    func snippet(
        of text: UnsafeBufferPointer<UInt8>,
        tokens: TextTokens,
        betterThan other: Snippet?
    ) -> Snippet? {
        let matches = phrases.matches(in: tokens)
        let isCut = tokens.count > size && !matches.isEmpty
        let window = SnippetWindow(
            around: matches,
            phraseCount: phrases.count,
            tokenCount: tokens.count,
            size: size,
            sentences: isCut ? tokens.sentenceStarts(in: text) : []
        )
        if let other, window.score <= other.score { return nil }
        let shown = window.start..<min(window.start + size, tokens.count)
        return Snippet(
            text: excerpt(text, tokens: tokens, shown: shown, matches: matches),
            score: window.score
        )
    }

    /// Returns the part of a text with some tokens, in which the matches are marked.
    private func excerpt(
        _ text: UnsafeBufferPointer<UInt8>,
        tokens: TextTokens,
        shown: Range<Int>,
        matches: [QueryPhrases.Match]
    ) -> String {
        var excerpt: [UInt8] = []
        var position = 0
        if shown.lowerBound > 0 {
            excerpt += style.ellipsis.utf8
            position = tokens.ranges[shown.lowerBound].lowerBound
        }
        func copy(to end: Int) {
            guard end > position else { return }
            excerpt += text[position..<end]
            position = end
        }
        for marked in Self.marked(matches, in: shown) {
            copy(to: tokens.ranges[marked.lowerBound].lowerBound)
            excerpt += style.start.utf8
            copy(to: tokens.ranges[marked.upperBound - 1].upperBound)
            excerpt += style.end.utf8
        }
        if shown.upperBound < tokens.count {
            copy(to: tokens.ranges[shown.upperBound - 1].upperBound)
            excerpt += style.ellipsis.utf8
        } else {
            copy(to: text.count)
        }
        return String(decoding: excerpt, as: UTF8.self)
    }

    /// Returns the positions of the matches in a window; overlapping matches are joined.
    private static func marked(
        _ matches: [QueryPhrases.Match],
        in window: Range<Int>
    ) -> [Range<Int>] {
        var marked: [Range<Int>] = []
        for match in matches {
            let positions = match.positions.clamped(to: window)
            guard !positions.isEmpty else { continue }
            if let last = marked.last, positions.lowerBound < last.upperBound {
                let end = max(last.upperBound, positions.upperBound)
                marked[marked.count - 1] = last.lowerBound..<end
            } else {
                marked.append(positions)
            }
        }
        return marked
    }
}
