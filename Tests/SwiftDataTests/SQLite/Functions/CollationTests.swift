// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The order of texts in indexes.
struct CollationTests {
    private func order(_ left: String, _ right: String) -> Int32 {
        Array(left.utf8).withUnsafeBytes { left in
            Array(right.utf8).withUnsafeBytes { right in
                SQLFunctions.compareStrings(
                    nil,
                    Int32(left.count),
                    left.baseAddress,
                    Int32(right.count),
                    right.baseAddress
                )
            }
        }
    }

    private func expectOrderOfStrings(_ left: String, _ right: String) {
        let expected: Int32 = left == right ? 0 : left < right ? -1 : 1
        #expect(order(left, right) == expected, "\(left) and \(right)")
    }

    /// Around the ends of the words that are compared at once.
    @Test(arguments: 0...25) func textsThatDifferAtOnePosition(position: Int) {
        for length in [position + 1, 8, 16, 24, 27] where length > position {
            var text = Array("abcdefghijklmnopqrstuvwxyz0".unicodeScalars.prefix(length))
            let original = text.map(String.init).joined()
            for scalar in ["A", "z", "\u{7F}", "\0", "\u{E9}", "\u{1F600}"] as [Unicode.Scalar] {
                text[position] = scalar
                let changed = text.map(String.init).joined()
                expectOrderOfStrings(original, changed)
                expectOrderOfStrings(changed, original)
            }
        }
    }

    @Test(arguments: 0...25) func prefixesPrecede(length: Int) {
        let text = "abcdefghijklmnopqrstuvwxyz"
        expectOrderOfStrings(String(text.prefix(length)), text)
        expectOrderOfStrings(text, String(text.prefix(length)))
    }

    /// The texts of up to three scalars, some of which are combined with the one before, or have a
    /// canonical equivalent in ASCII.
    @Test func textsWithCombinedScalarsHaveTheOrderOfStrings() {
        let scalars = ["a", "K", "\u{301}", "\u{E9}", "\u{212A}"]
        var texts = [""]
        for _ in 0..<3 { texts = [""] + texts.flatMap { text in scalars.map { text + $0 } } }
        let differences = texts.flatMap { left in
            texts.filter { right in
                order(left, right) != (left == right ? 0 : left < right ? -1 : 1)
            }
        }
        #expect(differences.isEmpty)
    }

    @Test func canonicallyEquivalentTextsAreEqual() {
        #expect(order("a long word: caf\u{E9}", "a long word: cafe\u{301}") == 0)
        #expect(order("caf\u{E9} and more words", "cafe\u{301} and more words") == 0)
    }
}
