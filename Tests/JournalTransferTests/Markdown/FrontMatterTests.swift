// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct FrontMatterTests {
    private static func parsed(_ lines: String) -> FrontMatter {
        var attributes = FrontMatter()
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            attributes.add(line)
        }
        return attributes
    }

    @Test(arguments: [
        ("title: Roof", "Roof"), ("Title:   Roof  ", "Roof"), ("title: \"a: b\"", "a: b"),
        ("title: 'it''s'", "it's"), ("title: 'open", "'open"), ("title: \"\\u00e9\"", "é"),
        ("title: http://example.org", "http://example.org"), ("title: a: b", "a: b"),
    ])
    func valuesAreTexts(line: String, expected: String) {
        #expect(Self.parsed(line).first("title") == expected)
    }

    @Test(arguments: [
        ("tags: [a, b]", ["a", "b"]), ("tags: [\"a, b\", c]", ["a, b", "c"]),
        ("tags: []", []), ("tags:\n- a\n- '#b'\n-", ["a", "#b"]), ("tags:\n  - #a", ["a"]),
        ("tags: a, b", ["a", "b"]), ("tags: #a #b", ["a", "b"]), ("tags: one tag", ["one tag"]),
        ("keywords: x\ntags: y", ["y"]), ("tag: x", ["x"]),
        ("tags: [a,\n  b,\n  c]", ["a", "b", "c"]),
        ("tags: ['it''s', \"a\\\"]b\"]", ["it's", "a\"]b"]),
    ])
    func tagsHaveSeveralForms(lines: String, expected: [String]) {
        #expect(Self.parsed(lines).tags == expected)
    }

    @Test(arguments: [
        ("key: value", false), ("key: value\n  nested: 1", false), ("# comment\nkey: 1", false),
        ("A sentence between two rules.", true), ("- an item without a key", true),
        ("# A heading", true), ("tags: [a,\nnext: 1", true), ("", false),
    ])
    func linesWithoutAttributesAreText(lines: String, isText: Bool) {
        #expect(Self.parsed(lines).isText == isText)
    }

    @Test func lastValueOfAKeyIsRead() {
        #expect(Self.parsed("title: a\ntitle: b").first("title") == "b")
        #expect(Self.parsed("tags: [a]\ntags: one tag").tags == ["one tag"])
    }
}
