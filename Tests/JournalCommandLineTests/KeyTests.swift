// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct KeyTests {
    @Test(
        arguments: [
            ("q", [.character("q")]), ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}", [.escape]),
            ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1;5Cj", [.character("j")]),
            ("\u{1B}[H\u{1B}[4~", [.home, .end]), ("\r", [.enter]),
            ("é\u{7F}", [.character("é"), .backspace]),
            ("", []),
        ] as [(String, [Key])]
    )
    func sequencesAreKeys(typed: String, keys: [Key]) {
        #expect(Key.keys(Array(typed.utf8)) == keys)
    }
}
