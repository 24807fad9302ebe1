// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct WrappedTextTests {
    @Test(arguments: [
        ("", [""]), ("one two three", ["one two", "three"]), ("exactly8", ["exactly8"]),
        ("exactly8 x", ["exactly8", "x"]), ("unbreakable", ["unbreaka", "ble"]),
        ("a\n\nb", ["a", "", "b"]), ("日本語日本語", ["日本語日", "本語"]),
        ("one  two three", ["one  two", "three"]),
    ])
    func linesFitTheWidth(text: String, lines: [String]) {
        #expect(WrappedText.lines(text, width: 8) == lines)
    }
}
