// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The translation of full-text queries to FTS5 syntax.
struct FullTextQueryTests {
    @Test(
        arguments: [
            ("walk", #""walk""#),
            ("rainy walk", #"("rainy" AND "walk")"#),
            ("rainy AND walk", #"("rainy" AND "walk")"#),
            (#""rainy walk""#, #""rainy walk""#),
            (#"“rainy walk” dog"#, #"("rainy walk" AND "dog")"#),
            ("rain*", #""rain" *"#),
            (#""rainy wal"*"#, #""rainy wal" *"#),
            ("walk -dog", #"("walk") NOT ("dog")"#),
            ("walk NOT dog", #"("walk") NOT ("dog")"#),
            ("walk -dog -cat", #"("walk") NOT ("dog" OR "cat")"#),
            ("rain OR snow", #"("rain" OR "snow")"#),
            ("a b OR c", #"(("a" AND "b") OR "c")"#),
            ("a (b OR c)", #"("a" AND ("b" OR "c"))"#),
            ("walk -(dog cat)", #"("walk") NOT (("dog" AND "cat"))"#),
            ("rain-coat", #""rain-coat""#),
            ("or not and", #"("or" AND "not" AND "and")"#),
            ("col:umn ^x", #"("col:umn" AND "^x")"#),
        ]
    )
    func queriesTranslateToQuotedFTS5(text: String, expected: String) throws {
        #expect(try FullTextQuery(text).fts5 == expected)
    }

    @Test(arguments: ["walk &", "- walk", "walk ()", "walk * ' %", "\0walk"])
    func punctuationOnlySeparatesWords(text: String) throws {
        #expect(try FullTextQuery(text).fts5.contains("walk"))
    }

    @Test(arguments: ["walk )", "(walk", #""walk"#, "AND walk", "walk AND", "walk NOT", "a -()"])
    func queryWithAMissingPartThrows(text: String) {
        let error = #expect(throws: StoreError.self) { try FullTextQuery(text) }
        #expect(error?.code == .searchSyntax)
    }

    @Test(
        arguments: [
            ("a (-b)", #"("a") NOT ("b")"#), ("-(-a)", #""a""#), ("a -(-b)", #"("a" AND "b")"#),
            ("a -(b OR -c)", #"("a" AND ("c") NOT ("b"))"#),
        ]
    )
    func nestedExclusionsTranslateToFTS5(text: String, expected: String) throws {
        #expect(try FullTextQuery(text).fts5 == expected)
    }

    @Test(arguments: ["", "  ", "-", "***", "()", "\"\"", "™", "OR", "a OR", "OR a", "NOT"])
    func queryWithoutWordsThrows(text: String) {
        let error = #expect(throws: StoreError.self) { try FullTextQuery(text) }
        #expect(error?.code == .searchSyntax)
    }

    @Test(arguments: ["-dog", "NOT dog", "-dog -cat", "a OR -b"])
    func queryWithOnlyExclusionsSuggestsARemedy(text: String) {
        let error = #expect(throws: StoreError.self) { try FullTextQuery(text) }
        #expect(error?.message.contains("add a word to search for") == true)
    }

    @Test func queryOverTheLimitsThrows() {
        let words = String(repeating: "word ", count: 100)
        #expect(throws: StoreError.self) { try FullTextQuery(words) }
        let groups = String(repeating: "(", count: 100) + "word"
        #expect(throws: StoreError.self) { try FullTextQuery(groups) }
        let word = String(repeating: "word", count: 2_000)
        #expect(throws: StoreError.self) { try FullTextQuery(word) }
    }
}
