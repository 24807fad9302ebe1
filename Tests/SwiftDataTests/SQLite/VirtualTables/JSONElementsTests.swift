// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The elements that are read from the JSON of collections.
struct JSONElementsTests {
    private func values(_ json: String, _ kind: _ColumnType.Kind) -> [_ColumnValue] {
        var elements = JSONElements(Array(json.utf8), structure: .array)
        var values: [_ColumnValue] = []
        while let element = elements.next() {
            values.append(_ColumnValue(json: element.value, kind: kind))
        }
        return values
    }

    @Test func elementsHaveTheColumnFormOfTheirType() {
        #expect(values("[true,false]", .bool) == [.integer(1), .integer(0)])
        #expect(values("[18446744073709551615]", .unsigned64) == [.integer(-1)])
        let small = [Float(0.1), .leastNonzeroMagnitude].map { _ColumnValue.real(Double($0)) }
        #expect(values("[0.1,1.4e-45]", .float) == small)
        #expect(values("[5e-324, 1]", .double) == [.real(.leastNonzeroMagnitude), .real(1)])
        #expect(values("[12345678901234567890.10]", .decimal) == [.text("12345678901234567890.1")])
        #expect(values(#"["AQI="]"#, .data) == [.blob(Data([1, 2]))])
        #expect(values(#"[null,"a"]"#, .text) == [.null, .text("a")])
    }

    @Test func escapedTextIsDecoded() {
        let json = #"["a\u0000b","\"\\\/\n","\uD83D\uDE00","],[","caf\u00e9"]"#
        let expected = ["a\0b", "\"\\/\n", "\u{1F600}", "],[", "caf\u{E9}"]
        #expect(values(json, .text) == expected.map { .text($0) })
    }

    @Test func nestedCollectionsAreText() {
        #expect(
            values(#"[[1,2],{"a":"]"}, [] ]"#, .json)
                == [.text("[1,2]"), .text(#"{"a":"]"}"#), .text("[]")]
        )
    }

    @Test func entriesHaveKeys() {
        var object = JSONElements(Array(#"{ "1" : 2 , "3":4}"#.utf8), structure: .object)
        var pairs = JSONElements(Array("[1,2,3,4]".utf8), structure: .pairs)
        for (key, value) in [(Int64(1), Int64(2)), (3, 4)] {
            for element in [object.next(), pairs.next()] {
                #expect(
                    element?.key.map { _ColumnValue(json: $0, kind: .integer) } == .integer(key)
                )
                #expect(
                    element.map { _ColumnValue(json: $0.value, kind: .integer) } == .integer(value)
                )
            }
        }
        #expect(object.next()?.value == nil)
        #expect(pairs.next()?.value == nil)
    }

    @Test(
        arguments: [
            "", "[", "[1", "[1,", "[]", "{}", "null", "1", "\"", "[\"", "[\"\\", "]", "[,", "{:",
            "[}",
        ]
    )
    func textThatIsNoCollectionEndsTheElements(json: String) {
        for structure in [CollectionForm.Structure.array, .object, .pairs] {
            var elements = JSONElements(Array(json.utf8), structure: structure)
            var count = 0
            while elements.next() != nil { count += 1 }
            #expect(count <= 1)
        }
    }
}
