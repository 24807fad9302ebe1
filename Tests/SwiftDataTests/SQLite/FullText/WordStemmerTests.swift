// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The stems of English words.
struct WordStemmerTests {
    private let stemmer: WordStemmer

    init() throws { stemmer = try WordStemmer(SQLiteDatabase(SQLiteDatabase.inMemory)) }

    /// Words with every ending that the algorithm handles.
    private static let words: [String] = {
        let starts = [
            "walk", "happ", "act", "relat", "sens", "val", "oper", "trad", "log", "troubl",
        ]
        let endings = [
            "", "s", "es", "ies", "ss", "sses", "eed", "ed", "ing", "y", "ate", "ational", "tional",
            "enci", "ency", "ence", "ancy", "ance", "izer", "ize", "ization", "bly", "ble", "ably",
            "able", "ability", "ibility", "ible", "ally", "al", "ality", "alism", "ently", "ent",
            "ely", "ously", "ous", "ousness", "ation", "ator", "iveness", "ive", "ivity", "fulness",
            "ful", "icate", "iciti", "icity", "ical", "ic", "ness", "ion", "ement", "ment", "ism",
            "logy", "logi", "ll", "e", "er", "i", "ated", "bling", "ized",
        ]
        return starts.flatMap { start in endings.map { start + $0 } }
    }()

    @Test func everyWordBeginsWithTheCommonStartOfItsStem() throws {
        var count = 0
        for word in Self.words {
            let stem = try #require(try stemmer.stem(of: word))
            #expect(word.hasPrefix(WordStemmer.commonStart(of: stem)), "\(word): \(stem)")
            if stem != word { count += 1 }
        }
        #expect(count > Self.words.count / 2)
    }

    @Test(arguments: ["two words", "", "rain-coat", "東京", "!"])
    func otherTextHasNoStem(text: String) throws {
        #expect(try stemmer.stem(of: text) == nil)
    }

    @Test(arguments: ["a", "i", "ies"])
    func shortStemsDoNotStandForAllWords(word: String) throws {
        let stem = try #require(try stemmer.stem(of: word))
        #expect(!WordStemmer.commonStart(of: stem).isEmpty)
    }
}
