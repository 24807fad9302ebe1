// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalTransfer

/// The comments with which the entries of a page begin.
struct MarkdownPageTests {
    @Test(arguments: [
        ("text", "text"), ("", ""), ("<!-- other -->", "<!-- other -->"),
        ("<!-- journal {", "<!--  journal {"), ("<!--  journal {", "<!--   journal {"),
        ("<!--   journal {x", "<!--    journal {x"), (" <!-- journal {", " <!-- journal {"),
        ("<!--journal {", "<!--journal {"), ("<!-- journal", "<!-- journal"),
    ])
    func lineOfATextIsNoComment(line: String, escaped: String) {
        #expect(MarkdownPage.escaped(line[...]) == escaped)
        #expect(MarkdownPage.unescaped(escaped[...]) == line)
        #expect(!MarkdownPage.isComment(MarkdownPage.escaped(line[...])))
    }

    @Test func commentHasNoEndWithinItsAttributes() throws {
        var entry = TransferFixture.entry(1, "not in the comment", "2026-11-21T18:30:00Z")
        entry.notebook = "-- a --> b ---"
        let comment = MarkdownPage.comment(of: entry)
        #expect(!comment.contains("not in"))
        #expect(comment.dropFirst(4).dropLast(4).contains("--") == false)
        entry.text = ""
        #expect(try MarkdownPage.attributes(comment) == entry)
    }

    @Test(arguments: ["text", "", "<!-- journal -->", "<!--  journal {} -->"])
    func otherLinesHaveNoAttributes(line: String) throws {
        #expect(try MarkdownPage.attributes(line) == nil)
    }

    @Test(arguments: [
        ("<!-- journal {", "expected one line with JSON"),
        ("<!-- journal {} --", "expected one line with JSON"),
        ("<!-- journal {x} -->", "expected one line with JSON"),
    ])
    func damagedCommentIsAProblem(line: String, problem: String) {
        let error = #expect(throws: InvalidParams.self) { try MarkdownPage.attributes(line) }
        #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
    }
}
