// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import Testing

struct ConflictTextTests {
    @Test func linesThatDifferAreShownTwice() {
        let text = ConflictText(own: "a\nmine\nz", current: "a\ntheirs\nmore\nz").text
        let expected = """
            a
            <<<<<<< your text
            mine
            =======
            theirs
            more
            >>>>>>> current text
            z
            """
        #expect(text == expected)
        #expect(ConflictText.isUnresolved(text))
    }

    @Test func missingLinesLeaveOneSideEmpty() {
        let text = ConflictText(own: "a", current: "a\nb").text
        #expect(text == "a\n<<<<<<< your text\n=======\nb\n>>>>>>> current text")
    }

    @Test(arguments: ["", "a <<<<<<< your text", "=======", "<<<<<<<"])
    func otherTextsAreResolved(text: String) {
        #expect(!ConflictText.isUnresolved(text))
    }
}
