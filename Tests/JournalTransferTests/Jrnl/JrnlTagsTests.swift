// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct JrnlTagsTests {
    @Test(arguments: [
        ("", []), ("no tags", []), ("@a and #b", ["a", "b"]), ("@a @A #a", ["a"]),
        ("mail a@b.org", []), ("# ## @", []), ("#a, @b. (#c)", ["a", "b"]),
        ("#two-words @x_y #c++ #a/b", ["two-words", "x_y", "c++", "a/b"]),
        ("#größe @日本", ["größe", "日本"]), ("##a", ["#a"]), ("@-- @1", ["1"]),
        ("line\n@next\tcolumn", ["next"]),
    ])
    func tagsBeginWords(text: String, names: [String]) {
        #expect(JrnlTags.names(in: text) == names)
    }

    @Test(arguments: [
        ("@a #b", true), ("@a", true), ("", false), (" ", false), ("@a b", false), ("@a,", false),
        ("##", false), ("@a\n#b", true),
    ])
    func lineOfTagsHasNothingElse(text: String, areAll: Bool) {
        #expect(JrnlTags.areAll(text) == areAll)
    }

    @Test(arguments: [
        ("two words", "two-words"), ("a,b", "a-b"), ("größe", "größe"), ("c++", "c++"), ("", ""),
    ])
    func nameIsWrittenAsOneWord(name: String, word: String) {
        #expect(JrnlTags.word(name) == word)
    }

    @Test(arguments: [("@a", "a"), ("#a", "a"), ("a", "a"), ("#@a", "@a"), ("", "")])
    func symbolIsNoPartOfAName(tag: String, name: String) {
        #expect(JrnlTags.name(tag) == name)
    }
}
