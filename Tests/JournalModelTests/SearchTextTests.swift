// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import Testing

@Suite struct SearchTextTests {
    @Test func wordsAndPhrasesGoToTheIndex() throws {
        let search = try SearchText(#"rainy "long walk" -dog sun*"#)
        #expect(search.words == #"rainy "long walk" -dog sun*"#)
        #expect(search.tags.isEmpty)
    }

    @Test func conditionsAreExtracted() throws {
        let search = try SearchText("walk tag:home TAG:Work notebook:diary after:2026-11-01 rain")
        #expect(search.words == "walk rain")
        #expect(search.tags.map(\.value) == ["home", "Work"])
        #expect(search.notebooks.map(\.value) == ["diary"])
        #expect(search.after == [SearchText.Condition(value: "2026-11-01", offset: 38)])
        #expect(search.before.isEmpty)
    }

    @Test func quotedNamesContainSpaces() throws {
        let search = try SearchText(#"notebook:"To do" milk"#)
        #expect(search.notebooks.map(\.value) == ["To do"])
        #expect(search.words == "milk")
    }

    @Test func otherColonsArePartOfWords() throws {
        #expect(
            try SearchText("at 10:30 http://example.org").words == "at 10:30 http://example.org"
        )
    }

    @Test(arguments: [("starred:yes", true), ("starred:no", false)])
    func starredIsACondition(text: String, starred: Bool) throws {
        #expect(try SearchText(text).starred == [starred])
    }

    @Test(arguments: [
        ("\"", 0), ("rain \"long walk", 5), ("füll \"a\" \"", 10), ("notebook:\"To do", 9),
        ("\u{201C}rainy walk", 0), ("5\"", 1),
    ])
    func unterminatedQuoteReportsItsOffset(text: String, offset: Int) {
        let error = #expect(throws: JournalError.self) { try SearchText(text) }
        #expect(error?.code == .searchSyntax(offset: offset))
    }

    @Test func phrasesContainNoConditions() throws {
        let search = try SearchText("\u{201C}see tag:home there\u{201D} x")
        #expect(search.words == "\u{201C}see tag:home there\u{201D} x")
        #expect(search.tags.isEmpty)
    }

    @Test func excludedConditionIsRejected() {
        let error = #expect(throws: JournalError.self) { try SearchText("walk -tag:home") }
        #expect(error?.code == .searchSyntax(offset: 5))
    }

    @Test func offsetOfTheWordsIsRecorded() throws {
        #expect(try SearchText("tag:home -walk").wordsOffset == 9)
    }

    @Test func numberOfConditionsIsLimited() {
        let many = String(repeating: "tag:a ", count: SearchText.maximumConditionCount)
        #expect(throws: Never.self) { try SearchText(many) }
        #expect(throws: JournalError.self) { try SearchText(many + "tag:a") }
    }

    @Test func conditionWithoutValueReportsItsOffset() {
        let error = #expect(throws: JournalError.self) { try SearchText("füll tag:") }
        #expect(error?.code == .searchSyntax(offset: 6))
    }

    @Test func invalidStarredValueIsRejected() {
        #expect(throws: JournalError.self) { try SearchText("starred:maybe") }
    }
}
