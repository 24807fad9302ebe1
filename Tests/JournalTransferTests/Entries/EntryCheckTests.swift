// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct EntryCheckTests {
    private func problem(
        text: String = "a",
        notebook: String? = nil,
        tags: [String] = []
    ) -> String? {
        EntryCheck.problem(of: TransferEntry(text: text, notebook: notebook, tags: tags))
    }

    @Test(arguments: ["", " \n\t", "\u{2028}\u{A0}"])
    func blankTextsAreRejected(text: String) {
        #expect(problem(text: text) == "the text must not be empty")
    }

    @Test(arguments: ["a", " \u{301}", "\u{200B}", "\u{0}"])
    func otherTextsAreAccepted(text: String) {
        #expect(problem(text: text) == nil)
    }

    @Test func textsAreLimitedInBytes() {
        #expect(problem(text: String(repeating: "é", count: Limits.entryText / 2)) == nil)
        let text = String(repeating: "a", count: Limits.entryText + 1)
        #expect(problem(text: text) == "the text is 524289 bytes; the limit is 524288")
    }

    @Test(
        arguments: [
            ("", "it must not be empty"), (" \u{3000}", "it must not be empty"),
            ("a\u{7}", "it must not contain control characters or line separators"),
            ("a\u{2029}b", "it must not contain control characters or line separators"),
            (String(repeating: "a", count: 256), "it exceeds the limit of 255 bytes"),
            ("  Reise, Größe #2 ", nil), ("\u{200B}", nil),
            (" " + String(repeating: "a", count: 255) + " ", nil),
            // 127 letters of 2 bytes when they are composed.
            (String(repeating: "e\u{301}", count: 127), nil),
        ] as [(String, String?)]
    )
    func namesFollowTheRulesOfTheDaemon(name: String, expected: String?) {
        #expect(problem(notebook: name) == expected.map { "invalid notebook name: \($0)" })
        #expect(problem(tags: ["x", name]) == expected.map { "invalid tag name: \($0)" })
    }

    @Test func tagsThatAreEqualCountOnce() {
        let tags = (0..<64).map { "tag \($0)" }
        #expect(problem(tags: tags + ["TAG 1", " tag 2"]) == nil)
        #expect(problem(tags: tags + ["one more"]) == "an entry can have at most 64 tags")
    }

    @Test(
        arguments: [
            ("photo.jpg", nil, nil), (".bashrc", nil, nil), ("a b\\c", nil, nil),
            ("", nil, "the name \"\" is not the name of a file"),
            ("..", nil, "the name \"..\" is not the name of a file"),
            (
                "a/b", nil,
                "the name of an attachment must not contain slashes or control characters"
            ),
            (
                "a\nb", nil,
                "the name of an attachment must not contain slashes or control characters"
            ),
            (
                String(repeating: "é", count: 128), nil,
                "the name of an attachment exceeds the limit of 255 bytes"
            ),
            ("a", "image/jpeg", nil),
            ("a", "image", "invalid media type \"image\"; use one such as image/jpeg"),
            ("a", "/x", "invalid media type \"/x\"; use one such as image/jpeg"),
            ("a", "a/b/c", "invalid media type \"a/b/c\"; use one such as image/jpeg"),
            ("a", "a/é", "invalid media type \"a/é\"; use one such as image/jpeg"),
        ] as [(String, String?, String?)]
    )
    func attachmentsFollowTheRulesOfTheDaemon(name: String, type: String?, expected: String?) {
        let attachment = TransferAttachment(name: name, mediaType: type)
        #expect(EntryCheck.problem(of: attachment, at: 63) == expected)
        let limit = "an entry can have at most 64 attachments"
        #expect(EntryCheck.problem(of: attachment, at: 64) == limit)
    }
}
