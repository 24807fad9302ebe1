// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import Testing

@Suite struct SearchTextTests {
    @Test func wordsAndPhrasesAreLeftToTheIndex() throws {
        let search = try SearchText(#"rainy "long walk" -dog sun*"#)
        #expect(search.words == #"rainy "long walk" -dog sun*"#)
        #expect(search.tags.isEmpty)
    }

    @Test func conditionsAreTakenOut() throws {
        let search = try SearchText("walk tag:home TAG:Work notebook:diary after:2026-11-01 rain")
        #expect(search.words == "walk rain")
        #expect(search.tags.map(\.value) == ["home", "Work"])
        #expect(search.notebooks.map(\.value) == ["diary"])
        #expect(search.after == [SearchText.Condition(value: "2026-11-01", offset: 38)])
        #expect(search.before.isEmpty)
    }

    @Test func quotesKeepANameTogether() throws {
        let search = try SearchText(#"notebook:"To do" milk"#)
        #expect(search.notebooks.map(\.value) == ["To do"])
        #expect(search.words == "milk")
    }

    @Test func otherColonsAreWords() throws {
        #expect(
            try SearchText("at 10:30 http://example.org").words == "at 10:30 http://example.org"
        )
    }

    @Test(arguments: [("starred:yes", true), ("starred:no", false)])
    func starsAreACondition(text: String, starred: Bool) throws {
        #expect(try SearchText(text).starred == [starred])
    }

    @Test(arguments: [
        ("\"", 0), ("rain \"long walk", 5), ("füll \"a\" \"", 10), ("notebook:\"To do", 9),
        ("\u{201C}rainy walk", 0), ("5\"", 1),
    ])
    func aQuoteThatIsNotClosedIsAnErrorAtItsPlace(text: String, offset: Int) {
        let error = #expect(throws: JournalError.self) { try SearchText(text) }
        #expect(error?.code == .searchSyntax(offset: offset))
    }

    @Test func anyQuoteKeepsConditionsOutOfAPhrase() throws {
        let search = try SearchText("\u{201C}see tag:home there\u{201D} x")
        #expect(search.words == "\u{201C}see tag:home there\u{201D} x")
        #expect(search.tags.isEmpty)
    }

    @Test func conditionsCannotBeLeftOut() {
        let error = #expect(throws: JournalError.self) { try SearchText("walk -tag:home") }
        #expect(error?.code == .searchSyntax(offset: 5))
    }

    @Test func wordsKnowWhereTheyBegin() throws {
        #expect(try SearchText("tag:home -walk").wordsOffset == 9)
    }

    @Test func thereIsAnEndToConditions() {
        let many = String(repeating: "tag:a ", count: SearchText.maximumConditionCount)
        #expect(throws: Never.self) { try SearchText(many) }
        #expect(throws: JournalError.self) { try SearchText(many + "tag:a") }
    }

    @Test func aConditionWithoutAValueIsAnErrorAtItsPlace() {
        let error = #expect(throws: JournalError.self) { try SearchText("füll tag:") }
        #expect(error?.code == .searchSyntax(offset: 6))
    }

    @Test func aStarredConditionTakesOnlyTwoWords() {
        #expect(throws: JournalError.self) { try SearchText("starred:maybe") }
    }
}
