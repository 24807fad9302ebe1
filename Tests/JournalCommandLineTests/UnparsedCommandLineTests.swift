// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalCommandLine
import Testing

struct UnparsedCommandLineTests {
    @Test(arguments: [
        ["new"], ["new", "--notebok", "x"], ["new", "--notebok=x"], ["new", "-"],
        ["new", "-t", "a", "--strar"], ["new", "--notebok", "x", "-"], ["new", "--"],
    ])
    func aTextFromThePipeIsMeant(arguments: [String]) {
        #expect(UnparsedCommandLine(arguments).retry == "journal new -")
    }

    @Test(arguments: [
        [], ["list", "--al"], ["new", "word", "--strar"], ["new", "--notebok", "x", "word"],
        ["new", "--notebok=x", "word"], ["new", "-5", "degrees", "outside"],
        ["new", "--strar", "--", "-", "x"], ["delete", "8c5f", "--al"],
    ])
    func standardInputBelongsToSomebodyElse(arguments: [String]) {
        #expect(UnparsedCommandLine(arguments).retry == nil)
    }

    @Test func anEditTakesItsTextAfterTheId() {
        #expect(UnparsedCommandLine(["edit", "8c5f", "--jsn"]).retry == "journal edit ID -")
        #expect(UnparsedCommandLine(["edit", "8c5f", "-", "--jsn"]).retry == "journal edit ID -")
        #expect(UnparsedCommandLine(["edit", "8c5f", "new", "words", "--jsn"]).retry == nil)
    }
}
