// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalCommandLine
import Testing

struct NewEntryTests {
    @Test(arguments: [
        (["new"], []),
        (["new", "one"], ["one"]),
        (["new", "several", "words - and a dash"], ["several", "words - and a dash"]),
        (["new", "help"], ["help"]),
        (["new", ""], [""]),
    ])
    func newAndWordsNeedNoParser(arguments: [String], words: [String]) {
        #expect(NewEntry(plainArguments: arguments) == NewEntry(words: words))
    }

    @Test(arguments: [
        [], ["list"], ["news", "one"], ["--version"], ["help", "new"], ["new", "-"],
        ["new", "--help"], ["new", "word", "--star"], ["new", "--", "word"],
        ["new", "a", "-N", "b"],
    ])
    func possibleOptionsAreLeftToTheParser(arguments: [String]) {
        #expect(NewEntry(plainArguments: arguments) == nil)
    }
}
