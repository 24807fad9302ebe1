// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import Testing

@Suite struct NameTests {
    @Test func namesAreTrimmedAndKeepTheirCase() throws {
        let name = try Name("  To Do \n", .notebook)
        #expect(name.text == "To Do")
        #expect(name.key == "to do")
    }

    @Test func charactersWithoutWidthAreNotTrimmed() throws {
        #expect(try Name(" \u{200B}a\u{200B} ", .tag).text == "\u{200B}a\u{200B}")
    }

    @Test func canonicallyEquivalentNamesAreEqual() throws {
        let name = try Name("Cafe\u{301}", .tag)
        #expect(Array(name.text.utf8) == Array("Caf\u{E9}".utf8))
        #expect(name.key == Name.key(of: "CAF\u{C9}"))
    }

    @Test(arguments: [
        "", "  ", "a\u{0}b", "two\nlines", "a\u{2028}b", String(repeating: "x", count: 256),
    ])
    func invalidNamesAreRejected(text: String) {
        #expect(throws: JournalError.self) { try Name(text, .tag) }
    }

    @Test func errorCodeDependsOnTheKindOfName() {
        let notebook = #expect(throws: JournalError.self) { try Name("", .notebook) }
        let tag = #expect(throws: JournalError.self) { try Name("", .tag) }
        #expect(notebook?.code == .notebookInvalid)
        #expect(tag?.code == .tagInvalid)
    }
}

@Suite struct EntryRulesTests {
    @Test(arguments: ["", " ", "\n\t \u{A0}\u{2003}"])
    func whiteSpaceCountsAsEmptyText(text: String) {
        let error = #expect(throws: JournalError.self) { try EntryRules.check(text: text) }
        #expect(error?.code == .entryEmpty)
    }

    @Test func textLengthIsLimited() throws {
        try EntryRules.check(text: String(repeating: "x", count: EntryRules.maximumTextLength))
        let error = #expect(throws: JournalError.self) {
            try EntryRules.check(
                text: String(repeating: "x", count: EntryRules.maximumTextLength + 1)
            )
        }
        #expect(error?.code == .entryTooLarge(limit: EntryRules.maximumTextLength))
    }

    @Test func duplicateTagsAreRemovedIgnoringCase() throws {
        #expect(
            try EntryRules.check(tags: ["Home", "home ", "Work"]).map(\.text) == ["Home", "Work"]
        )
    }

    @Test func tooManyTagsAreRejected() {
        let tags = (0...EntryRules.maximumTagCount).map { "tag\($0)" }
        #expect(throws: JournalError.self) { try EntryRules.check(tags: tags) }
    }
}
