// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The search for the phrases of a query in the tokens of a text.
struct QueryPhrasesTests {
    private func tokens(_ text: String) -> TextTokens {
        var tokens = TextTokens()
        var end = 0
        for word in text.split(separator: " ") {
            Array(word.utf8).withUnsafeBytes { bytes in
                tokens.append(bytes, from: end..<(end + bytes.count))
            }
            end += word.utf8.count + 1
        }
        return tokens
    }

    /// Returns the matches of a query in a text, each as its phrase and its positions.
    private func matches(_ query: String, _ text: String) throws -> [String] {
        let phrases = QueryPhrases(try FullTextQuery(query), tokens: tokens)
        return phrases.matches(in: tokens(text)).map { "\($0.phrase): \($0.positions)" }
    }

    @Test func wordsAndPhrasesAreFoundAtEachPosition() throws {
        #expect(try matches("b a", "a b a c") == ["1: 0..<1", "0: 1..<2", "1: 2..<3"])
        #expect(try matches("\"a a\"", "a a a b a") == ["0: 0..<2", "0: 1..<3"])
    }

    @Test func onlyTheLastWordOfAPhraseIsAPrefix() throws {
        #expect(try matches("ab*", "ab abc a b") == ["0: 0..<1", "0: 1..<2"])
        #expect(try matches("\"ab c\"*", "abx c ab cd") == ["0: 2..<4"])
        #expect(try matches("ab", "abc").isEmpty)
    }

    @Test func repeatedPhraseIsOne() throws {
        #expect(try matches("a a \"a\" b a*", "a b") == ["0: 0..<1", "2: 0..<1", "1: 1..<2"])
    }

    @Test func excludedWordsAreNotFound() throws {
        #expect(try matches("(a OR c) -b", "a b c") == ["0: 0..<1", "1: 2..<3"])
    }

    @Test func phraseBeyondTheEndIsNotFound() throws {
        #expect(try matches("\"a b\"", "b a").isEmpty)
        #expect(try matches("a", "").isEmpty)
    }
}
