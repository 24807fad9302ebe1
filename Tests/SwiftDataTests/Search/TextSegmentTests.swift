// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The division of texts for the full-text index.
struct TextSegmentTests {
    /// Returns the segments of a text, each as its rule and its text.
    private func segments(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var segmenter = TextSegmenter(bytes)
            var result: [String] = []
            while let segment = segmenter.next() {
                let part = String(decoding: bytes[segment.range], as: UTF8.self)
                switch segment {
                case .spaced: result.append("spaced \(part)")
                case .fullWidth: result.append("full width \(part)")
                case .ideograph(let scalar, _): result.append("\(scalar)")
                case .symbol(let first, let second, _):
                    result.append("symbol \(first)\(second.map { "\($0)" } ?? "")")
                }
            }
            return result
        }
    }

    @Test(
        arguments: [
            ("", []),
            ("rain, “snow” — é", ["spaced rain, “snow” — é"]),
            ("東京tower", ["東", "京", "spaced tower"]),
            ("カﾞｶﾞ", ["ガ", "ガ"]),
            ("도쿄 x", ["도", "쿄", "spaced  x"]),
            ("☔️!", ["symbol ☔", "spaced \u{FE0F}!"]),
            ("👍🏽👍", ["symbol 👍", "symbol 👍"]),
            ("🇯🇵🇰🇷🇩", ["symbol 🇯🇵", "symbol 🇰🇷", "symbol 🇩"]),
            ("２０２６年", ["full width ２０２６", "年"]),
        ]
    )
    func textsAreDividedByScript(text: String, expected: [String]) {
        #expect(segments(text) == expected)
    }

    @Test func manyModifiersInARowAreNoSegments() {
        #expect(segments(String(repeating: "🏻", count: 200_000)).isEmpty)
    }

    @Test func overlongFormsStayWithinTheirBytes() {
        let bytes: [UInt8] = [0xF0, 0x8F, 0xBC, 0xA1, 0xF8, 0x88, 0x80, 0x80]
        let ranges = bytes.withUnsafeBufferPointer { bytes in
            var segmenter = TextSegmenter(bytes)
            var ranges: [Range<Int>] = []
            while let segment = segmenter.next() { ranges.append(segment.range) }
            return ranges
        }
        #expect(ranges == [0..<8])
    }

    @Test(arguments: ["がぎぐげご ぱぴぷぺぽ ヴヷ ゞ", "한국어 각", "東京"])
    func normalizationFormsHaveTheSameCharacters(text: String) {
        let decomposed = text.decomposedStringWithCanonicalMapping
        #expect(decomposed.unicodeScalars.count >= text.unicodeScalars.count)
        #expect(segments(decomposed) == segments(text))
    }

    @Test func everyScalarIsPartOfASegmentOrAModifier() {
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), ScalarRule(scalar) != .modifier else {
                continue
            }
            let text = String(scalar)
            let end = Array(text.utf8).withUnsafeBufferPointer { bytes in
                var segmenter = TextSegmenter(bytes)
                return segmenter.next()?.range
            }
            if end != 0..<text.utf8.count { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test(arguments: [
        [0xE6], [0xE6, 0x9D], [0xF0, 0x9F, 0x8E], [0xFF, 0xE3, 0x41], [0xED, 0xA0, 0x80],
    ])
    func invalidBytesAreSpacedText(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            var segmenter = TextSegmenter(buffer)
            #expect(segmenter.next() == .spaced(0..<bytes.count))
            #expect(segmenter.next() == nil)
        }
    }
}
