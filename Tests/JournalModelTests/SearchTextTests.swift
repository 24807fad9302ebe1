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
        #expect(search.tags == ["home", "Work"])
        #expect(search.notebook == "diary")
        #expect(search.after == "2026-11-01")
        #expect(search.before == nil)
    }

    @Test func quotesKeepANameTogether() throws {
        let search = try SearchText(#"notebook:"To do" milk"#)
        #expect(search.notebook == "To do")
        #expect(search.words == "milk")
    }

    @Test func otherColonsAreWords() throws {
        #expect(
            try SearchText("at 10:30 http://example.org").words == "at 10:30 http://example.org"
        )
    }

    @Test(arguments: [("starred:yes", true), ("starred:no", false)])
    func starsAreACondition(text: String, starred: Bool) throws {
        #expect(try SearchText(text).starred == starred)
    }

    @Test func aConditionWithoutAValueIsAnErrorAtItsPlace() {
        let error = #expect(throws: JournalError.self) { try SearchText("füll tag:") }
        #expect(error?.code == .searchSyntax(offset: 6))
    }

    @Test func aStarredConditionTakesOnlyTwoWords() {
        #expect(throws: JournalError.self) { try SearchText("starred:maybe") }
    }
}
