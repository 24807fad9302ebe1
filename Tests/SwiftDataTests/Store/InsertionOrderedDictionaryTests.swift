// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct InsertionOrderedDictionaryTests {
    private var dictionary = InsertionOrderedDictionary<String, Int>()

    @Test mutating func valuesKeepInsertionOrder() {
        for (value, key) in ["b", "a", "c"].enumerated() { dictionary[key] = value }
        dictionary["b"] = 7
        #expect(Array(dictionary.keys) == ["b", "a", "c"])
        #expect(Array(dictionary.values) == [7, 1, 2])
    }

    @Test mutating func reinsertedKeyMovesToTheEnd() {
        for (value, key) in ["b", "a", "c"].enumerated() { dictionary[key] = value }
        #expect(dictionary.remove("b") == 0)
        #expect(dictionary.remove("b") == nil)
        dictionary["b"] = 3
        #expect(Array(dictionary.keys) == ["a", "c", "b"])
    }

    @Test(arguments: [3, 100]) mutating func elementsAreAddedAfterRemoval(count: Int) {
        for number in 0..<count { dictionary["\(number)"] = number }
        dictionary.removeAll()
        #expect(dictionary.isEmpty && dictionary["2"] == nil)
        for number in 0..<count { dictionary["\(number)"] = 2 * number }
        dictionary["1"] = nil
        var values: [Int] = []
        dictionary.forEach { _, value in values.append(value) }
        #expect(values == [0] + (2..<count).map { 2 * $0 })
    }

    @Test mutating func lookupsSurviveCompaction() {
        for number in 0..<200 { dictionary["\(number)"] = number }
        for number in 0..<190 { dictionary["\(number)"] = nil }
        #expect(dictionary.count == 10)
        #expect(Array(dictionary.values) == Array(190..<200))
        #expect(dictionary["195"] == 195)
        #expect(!dictionary.contains("3"))
        dictionary["new"] = 1
        #expect(Array(dictionary.keys).last == "new")
    }
}
