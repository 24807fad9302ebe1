// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import SwiftData
import Testing

/// The grammar of search queries.
@Suite struct SearchTextTests {
    /// Returns an expression with all of its operators and parentheses.
    private func text(_ expression: SearchExpression<SearchCondition>) -> String {
        switch expression {
        case .phrase(let phrase):
            (phrase.isQuoted ? "'\(phrase.text)'" : phrase.text) + (phrase.isPrefix ? "*" : "")
        case .condition(let condition): "\(condition.name)=\(condition.value)"
        case .all(let parts): "(" + parts.map(text).joined(separator: " & ") + ")"
        case .any(let parts): "(" + parts.map(text).joined(separator: " | ") + ")"
        case .not(let part): "!" + text(part)
        }
    }

    @Test(
        arguments: [
            (#"rainy "long walk" -dog sun*"#, "(rainy & 'long walk' & !dog & sun*)"),
            ("walk tag:home TAG:Work", "(walk & tag=home & tag=Work)"),
            (#"notebook:"To do" milk"#, "(notebook=To do & milk)"),
            ("-tag:x", "!tag=x"),
            ("NOT tag:x walk", "(!tag=x & walk)"),
            ("tag:a OR tag:b", "(tag=a | tag=b)"),
            ("(roof OR tag:house) -starred:yes rain", "((roof | tag=house) & !starred=yes & rain)"),
            ("a b OR c AND d", "((a & b) | (c & d))"),
            ("a AND NOT (b OR -c)", "(a & !(b | !c))"),
            ("NOT NOT a", "!!a"),
            ("((a))", "a"),
            ("(tag:a)(b)c", "(tag=a & b & c)"),
            (
                "on:yesterday before:2026-11-01 after:3d",
                "(on=yesterday & before=2026-11-01 & after=3d)"
            ),
            ("at 10:30 http://example.org", "(at & 10:30 & http://example.org)"),
            ("foo() & - -- !", "foo"),
            ("or not and", "(or & not & and)"),
            ("東京 -🎉", "(東京 & !🎉)"),
            ("\u{201C}see tag:home there\u{201D} x", "('see tag:home there' & x)"),
            ("tag:\"a (b)\" c", "(tag=a (b) & c)"),
            (#"notebook:"a \"b\" \\" c"#, #"(notebook=a "b" \ & c)"#),
            (#"notebook:"C:\new" tag:a\b"#, #"(notebook=C:\new & tag=a\b)"#),
            (#""say \"hi\" now" x"#, #"('say "hi" now' & x)"#),
            ("beans -#garden", "(beans & !(#garden | tag=garden))"),
            ("#a OR (#b)", "((#a | tag=a) | (#b | tag=b))"),
            ("tag:#a tag:#", "(tag=a & tag=#)"),
            ("#1 \"#a\" #a* c# ##", "(#1 & '#a' & #a* & c#)"),
        ]
    )
    func queriesAreParsed(query: String, expected: String) throws {
        let expression = try #require(try SearchText(query).expression)
        #expect(text(expression) == expected)
    }

    @Test(arguments: ["", " ", "()", "- & !", "*"])
    func queryWithoutOperandsIsEmpty(query: String) throws {
        #expect(try SearchText(query).expression == nil)
    }

    @Test(
        arguments: [
            ("walk \"rain", 5, "unterminated quote"),
            ("walk (rain", 5, "unmatched opening parenthesis"),
            ("(a (b) c", 0, "unmatched opening parenthesis"),
            ("walk rain) dog", 9, "unmatched closing parenthesis"),
            ("a OR", 2, "OR requires"),
            ("OR a", 0, "OR requires"),
            ("a OR OR b", 2, "OR requires"),
            ("a (OR b)", 3, "OR requires"),
            ("AND a", 0, "AND requires"),
            ("a AND", 2, "AND requires"),
            ("a AND OR b", 2, "AND requires"),
            ("a NOT", 2, "NOT requires"),
            ("a -()", 2, "NOT requires"),
            ("füll tag:", 6, "tag: requires a value"),
            ("füll (-tag: x)", 8, "tag: requires a value"),
            ("füll starred:maybe", 14, "starred: must be yes or no"),
            ("notebook:\"To do", 9, "unterminated quote"),
            (#"notebook:"To do\""#, 9, "unterminated quote"),
            (#"tag:"a \"b" starred:maybe"#, 20, "starred: must be yes or no"),
        ]
    )
    func errorsHaveThePositionOfTheFault(query: String, offset: Int, message: String) {
        let error = #expect(throws: JournalError.self) { try SearchText(query) }
        #expect(error?.code == .searchSyntax(offset: offset))
        #expect(error?.description.contains(message) == true)
    }

    @Test(
        arguments: [
            ("tag:a ", SearchLimits.conditionCount), ("a ", SearchLimits.phraseCount),
            ("(", SearchLimits.depth), ("NOT ", SearchLimits.depth),
        ]
    )
    func queryOverALimitFailsAtTheExcess(part: String, limit: Int) {
        let query = String(repeating: part, count: limit + 1) + "x"
        let error = #expect(throws: JournalError.self) { try SearchText(query) }
        #expect(error?.code == .searchSyntax(offset: part.utf8.count * limit))
    }

    @Test func longestQueryIsAccepted() throws {
        let word = String(repeating: "a", count: SearchLimits.byteCount)
        #expect(try SearchText(word).expression != nil)
        let error = #expect(throws: JournalError.self) { try SearchText(word + "a") }
        #expect(error?.code == .searchSyntax(offset: SearchLimits.byteCount))
    }
}
