// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct WordCountTests {
    @Test(arguments: [
        ("", 0), (" \n\t", 0), ("one", 1), ("one two", 2), (" one\ntwo\tthree ", 3),
        ("don't", 1), ("well-known", 1), ("a/b", 1), ("- * # --", 0), ("3.14", 1), ("#tag", 1),
        ("größe", 1), ("ÄÖÜ äöü", 2), ("e\u{301}a", 1), ("one\u{A0}two", 2),
        ("one\u{2009}two\u{3000}three", 3), ("one\u{2028}two\u{85}three", 3),
        ("日本語", 3), ("日本 go", 3), ("go日go", 3), ("ひらがな", 4), ("🎉", 0), ("a🎉b", 1),
        ("Ⅷ", 1), ("½", 1), ("привет мир", 2), ("a\u{0}b", 2), ("…", 0), ("«a» – b", 2),
    ])
    func wordsHaveALetterOrADigit(text: String, count: Int) {
        #expect(WordCount.of(text) == count)
    }

    @Test func countOfLinesIsTheSumOfTheirCounts() {
        let lines = ["one two", "", "日本", "- three"]
        #expect(
            WordCount.of(lines.joined(separator: "\n"))
                == lines.map { WordCount.of($0) }.reduce(0, +)
        )
    }
}
