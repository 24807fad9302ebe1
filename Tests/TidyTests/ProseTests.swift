// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// Limits on the comments of Sources that deviate from plain technical English.
///
/// The limits are the current counts of lines. They must only go down.
struct ProseTests {
    /// Words that personify code and processes instead of naming the operation.
    private static let wordLimits = [
        "hear": 2, "hears": 4, "nobody": 44, "somebody": 23, "tell": 5, "tells": 52, "told": 41,
        "who": 24, "whoever": 24,
    ]
    /// First words of summaries that have neither a third-person verb nor a noun phrase.
    private static let openingLimits = ["how": 94, "what": 156, "where": 58, "who": 4]
    private static let maximumLongLineCount = 162

    private static let comments = Project.sources.flatMap(\.comments)

    @Test(arguments: wordLimits.keys.sorted())
    func commentsUsePreciseWords(word: String) {
        let found = Self.comments.filter { $0.words.contains(word) }
        expect(found, atMost: Self.wordLimits[word, default: 0])
    }

    @Test(arguments: openingLimits.keys.sorted())
    func summariesStartWithAVerbOrANoun(word: String) {
        let found = Self.comments.filter { $0.startsSummary && $0.words.first == word }
        expect(found, atMost: Self.openingLimits[word, default: 0])
    }

    @Test func commentsAreWrapped() {
        expect(Self.comments.filter(\.isTooLong), atMost: Self.maximumLongLineCount)
    }

    @Test func wordsAndSummariesOfCommentsAreFound() {
        let text = "/// Who's there?\n/// Nobody\nlet a = 1  // what\n\n//\n/// A b-c.\nlet b = 2"
        let comments = SwiftSource(path: "x.swift", text: text).comments
        let words = [["who", "s", "there"], ["nobody"], ["what"], [], ["a", "b", "c"]]
        #expect(comments.map(\.words) == words)
        #expect(comments.map(\.startsSummary) == [true, false, false, false, true])
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
    let startsSummary: Bool
    let isTooLong: Bool
}

extension SwiftSource {
    fileprivate var comments: [CommentLine] {
        lines.indices.compactMap { index in
            guard let start = lines[index].firstRange(of: "//") else { return nil }
            let comment = lines[index][start.upperBound...]
            return CommentLine(
                place: place(index),
                words: comment.lowercased().split { !$0.isLetter }.map(String.init),
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
