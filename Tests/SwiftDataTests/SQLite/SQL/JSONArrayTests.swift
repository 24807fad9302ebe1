// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct JSONArrayTests {
    @Test func integersAreSeparatedByCommas() {
        #expect(JSONArray.text(of: [Int64]()) == .text("[]"))
        #expect(JSONArray.text(of: [Int64(7)]) == .text("[7]"))
        #expect(JSONArray.text(of: [-1, 0, Int64.max]) == .text("[-1,0,9223372036854775807]"))
        #expect(JSONArray.text(of: [Int64.min, 10]) == .text("[-9223372036854775808,10]"))
    }

    @Test func distinctIntegersKeepTheirOrder() {
        #expect(JSONArray.text(ofDistinct: []) == .text("[]"))
        #expect(JSONArray.text(ofDistinct: [1, 2, 10]) == .text("[1,2,10]"))
        #expect(JSONArray.text(ofDistinct: [3, 1, 3, 2, 2]) == .text("[3,1,2]"))
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("", #""""#), ("ä\u{1F600}", "\"ä\u{1F600}\""),
        (#"a"b\c"#, #""a\"b\\c""#), ("a\n\u{1F}b", #""a\u000a\u001fb""#),
    ])
    func textsAreQuoted(text: String, quoted: String) {
        #expect(JSONArray.text(of: [.text(text), .integer(1)]) == .text("[\(quoted),1]"))
    }

    @Test func valuesWithoutJSONFormHaveNoText() {
        #expect(JSONArray.text(of: [.text("a\0b")]) == nil)
        #expect(JSONArray.text(of: [.real(1)]) == nil)
    }
}
