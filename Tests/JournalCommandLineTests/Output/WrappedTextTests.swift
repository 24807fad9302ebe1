// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct WrappedTextTests {
    @Test(arguments: [
        ("", [""]), ("one two three", ["one two", "three"]), ("exactly8", ["exactly8"]),
        ("exactly8 x", ["exactly8", "x"]), ("unbreakable", ["unbreaka", "ble"]),
        ("a\n\nb", ["a", "", "b"]), ("日本語日本語", ["日本語日", "本語"]),
        ("one  two three", ["one  two", "three"]), ("a\tb", ["a      ", "b"]),
        ("\tb", ["       ", "b"]),
    ])
    func linesFitTheWidth(text: String, lines: [String]) {
        #expect(WrappedText.lines(text, width: 8) == lines)
    }

    @Test(arguments: [
        ("see /a/long/path for it", ["see", "/a/long/path", "for it"]),
        ("/a/long/path", ["/a/long/path"]), ("/a/long/path x", ["/a/long/path", "x"]),
        (" /a/long/path x", [" /a/long/path", "x"]), ("one two three", ["one two", "three"]),
    ])
    func wordsCanStayWhole(text: String, lines: [String]) {
        #expect(WrappedText.lines(text, width: 8, dividesWords: false) == lines)
    }
}
