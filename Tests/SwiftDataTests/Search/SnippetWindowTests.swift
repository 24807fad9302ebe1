// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The selection of the part of a text that a snippet shows.
struct SnippetWindowTests {
    /// Returns the window of five tokens in a text of a hundred around single words.
    private func window(
        _ matches: [(position: Int, phrase: Int)],
        sentences: [Int] = [],
        tokenCount: Int = 100
    ) -> SnippetWindow {
        SnippetWindow(
            around: matches.map { match in
                .init(phrase: match.phrase, positions: match.position..<(match.position + 1))
            },
            phraseCount: 3,
            tokenCount: tokenCount,
            size: 5,
            sentences: sentences
        )
    }

    @Test func matchIsInTheMiddle() {
        #expect(window([(50, 0)]).start == 48)
        #expect(window([(50, 0), (52, 1)]).start == 49)
    }

    @Test func windowStaysInTheText() {
        #expect(window([(1, 0)]).start == 0)
        #expect(window([(99, 0)]).start == 95)
        #expect(window([(2, 0)], tokenCount: 3).start == 0)
        #expect(window([]) == window([], tokenCount: 0))
    }

    @Test func differentPhrasesPrecedeRepeatedOnes() {
        let matches = [(10, 0), (11, 0), (12, 0), (13, 0), (50, 0), (52, 1)]
        #expect(window(matches).start == 49)
        #expect(window([(10, 0), (50, 0), (51, 0)]).start == 49)
    }

    @Test func firstOfEqualWindowsIsSelected() {
        #expect(window([(20, 0), (40, 0), (60, 0)]).start == 18)
    }

    @Test func windowBeginsWithItsSentence() {
        #expect(window([(50, 0)], sentences: [0, 47, 60]).start == 47)
        #expect(window([(50, 0)], sentences: [0, 40, 60]).start == 48)
        #expect(window([(3, 0), (50, 0)], sentences: [0, 47]).start == 0)
    }

    @Test func moreDifferentPhrasesPrecedeASentence() {
        #expect(window([(50, 0), (53, 1)], sentences: [0, 48]).start == 50)
    }
}
