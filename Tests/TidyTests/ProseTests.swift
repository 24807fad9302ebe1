// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// Checks that comments are plain technical English.
struct ProseTests {
    /// Words that personify code and processes instead of naming the operation.
    private static let excludedWords = [
        "hear", "heard", "hears", "knows", "nobody", "somebody", "tell", "tells", "told", "wants",
        "who", "whoever",
    ]
    /// First words of summaries that have neither a third-person verb nor a noun phrase.
    private static let excludedOpenings = ["how", "what", "where", "who"]
    /// Phrases of sentences that have to be read twice: name the noun again, or the field's term.
    private static let avoidedPhrases = [
        "whose", "that of", "those of", "former", "texts", "nil if there is none",
        "nil if there is no", "if there is one", "left out", "as far as", "beside", "meanwhile",
        "take back", "takes back", "take up", "takes up",
    ]
    /// Lower it when fewer remain.
    private static let maximumAvoidedPhraseCount = 56
    /// One line is a symbol link, which cannot be wrapped.
    private static let maximumLongLineCount = 1

    private static let comments = (Project.sources + Project.examples).flatMap(\.comments)
    private static let commentsOfTests = Project.tests.flatMap(\.comments)

    @Test(arguments: excludedWords)
    func commentsUsePreciseWords(word: String) {
        let found = (Self.comments + Self.commentsOfTests).filter { $0.words.contains(word) }
        expect(found, atMost: 0)
    }

    @Test(arguments: excludedOpenings)
    func summariesStartWithAVerbOrANoun(word: String) {
        let found = Self.comments.filter { $0.startsSummary && $0.words.first == word }
        expect(found, atMost: 0)
    }

    @Test func commentsAvoidPhrasesThatAreReadTwice() {
        let found = Self.comments.filter { comment in
            Self.avoidedPhrases.contains(where: comment.contains)
        }
        expect(found, atMost: Self.maximumAvoidedPhraseCount)
    }

    @Test func commentsAreWrapped() {
        expect(Self.comments.filter(\.isTooLong), atMost: Self.maximumLongLineCount)
    }

    @Test func wordsAndSummariesOfCommentsAreFound() {
        let text = "/// Why's there?\n/// Never\nlet a = 1  // what\n\n//\n/// A b-c.\nlet b = 2"
        let comments = SwiftSource(path: "x.swift", text: text).comments
        let words = [["why", "s", "there"], ["never"], ["what"], [], ["a", "b", "c"]]
        #expect(comments.map(\.words) == words)
        #expect(comments.map(\.startsSummary) == [true, false, false, false, true])
        #expect(comments.map { $0.contains("a b") } == [false, false, false, false, true])
        #expect(comments.map { $0.contains("b") } == [false, false, false, false, true])
    }

    private func expect(_ found: [CommentLine], atMost limit: Int) {
        let places = found.map(\.place).joined(separator: "\n")
        #expect(found.count <= limit, "\(found.count) lines, the limit is \(limit):\n\(places)")
    }
}

/// A line that contains a comment.
private struct CommentLine: Sendable {
    let place: String
    let words: [String]
    /// The words with a space before and after each.
    let spacedWords: String
    let startsSummary: Bool
    let isTooLong: Bool

    /// Returns whether the line contains all words of a phrase, one after the other.
    func contains(_ phrase: String) -> Bool {
        spacedWords.contains(" \(phrase) ")
    }
}

extension SwiftSource {
    fileprivate var comments: [CommentLine] {
        lines.indices.compactMap { index in
            guard let start = lines[index].firstRange(of: "//") else { return nil }
            let comment = lines[index][start.upperBound...]
            let words = comment.lowercased().split { !$0.isLetter }.map(String.init)
            return CommentLine(
                place: place(index),
                words: words,
                spacedWords: " \(words.joined(separator: " ")) ",
                startsSummary: isDocumentation(index) && !isDocumentation(index - 1),
                isTooLong: lines[index].count > 100
            )
        }
    }

    private func isDocumentation(_ index: Int) -> Bool {
        lines.indices.contains(index)
            && lines[index].drop { $0 == " " }.hasPrefix("///")
    }
}
