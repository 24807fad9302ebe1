// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct KeyTextTests {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private static func text(_ number: UInt64) throws -> String {
        String(decoding: KeyText.text(try .numbered(number)), as: UTF8.self)
    }

    @Test func keysAreReadAsTheyWereWritten() throws {
        for number in 0..<UInt64(200) {
            let key = try SpaceKey.numbered(number)
            #expect(
                try KeyText.key(KeyText.text(key)).withBytes { Array($0) }
                    == key.withBytes { Array($0) }
            )
        }
    }

    /// The form of version 1, which people have on paper.
    @Test func theFormStaysTheSame() throws {
        let text = try Self.text(1)
        #expect(text == "K1R5K-NW2XS-G2JQB-A4PC7-ZC12N-87DHZ-3VG88-TECVB-4ZYWT-TP9WA-GJX0H-C7WE8")
        #expect(text.split(separator: "-").map(\.count) == [Int](repeating: 5, count: 12))
    }

    @Test func caseSeparatorsAndSimilarCharactersDoNotMatter() throws {
        for number in 0..<UInt64(30) {
            let text = try Self.text(number)
            let key = try SpaceKey.numbered(number)
            let plain = text.replacing("-", with: "")
            let forms = [
                text.lowercased(), plain, " " + plain.lowercased() + "\n",
                text.replacing("-", with: " "), text.replacing("0", with: "O"),
                text.replacing("0", with: "o"), text.replacing("1", with: "I"),
                text.replacing("1", with: "l"), text.replacing("-", with: "\r\n\t"),
            ]
            for form in forms { #expect(try KeyText.key(Array(form.utf8)) == key) }
        }
    }

    @Test func everyWrongCharacterIsFound() throws {
        let text = Array(try Self.text(2).replacing("-", with: "").utf8)
        for index in text.indices {
            for byte in Self.alphabet where byte != text[index] {
                var wrong = text
                wrong[index] = byte
                #expect(errorCode { _ = try KeyText.key(wrong) } == .key)
            }
        }
    }

    @Test func exchangedCharactersAreFound() throws {
        let text = Array(try Self.text(3).replacing("-", with: "").utf8)
        for first in text.indices {
            for second in text.indices where text[first] != text[second] {
                var wrong = text
                wrong.swapAt(first, second)
                #expect(errorCode { _ = try KeyText.key(wrong) } == .key)
            }
        }
    }

    @Test func upToFourWrongCharactersAreFound() throws {
        let text = Array(try Self.text(4).replacing("-", with: "").utf8)
        var generator = Generator(seed: 4)
        for _ in 0..<3_000 {
            var wrong = text
            for _ in 0..<generator.number(2..<5) {
                wrong[generator.number(0..<60)] = Self.alphabet[generator.number(0..<32)]
            }
            guard wrong != text else { continue }
            #expect(errorCode { _ = try KeyText.key(wrong) } == .key)
        }
    }

    @Test func missingAndAdditionalCharactersAreFound() throws {
        let text = Array(try Self.text(5).replacing("-", with: "").utf8)
        for count in 0..<text.count {
            #expect(errorCode { _ = try KeyText.key(Array(text.prefix(count))) } == .key)
        }
        for index in 0...text.count {
            for byte in Self.alphabet {
                let wrong = Array(text[..<index]) + [byte] + Array(text[index...])
                #expect(errorCode { _ = try KeyText.key(wrong) } == .key)
            }
        }
        let long = [UInt8](repeating: UInt8(ascii: "A"), count: 100_000)
        #expect(errorCode { _ = try KeyText.key(long) } == .key)
    }

    @Test(arguments: ["U", "*", "é", "\0"])
    func otherCharactersAreRejected(character: String) throws {
        let text = try Self.text(6).dropLast() + character
        #expect(errorCode { _ = try KeyText.key(Array(text.utf8)) } == .key)
    }

    @Test func textsOfLaterVersionsAreDistinguished() throws {
        // Of the format 2, with the checksum of its characters.
        let text = "K2012-34567-89ABC-DEFGH-JKMNP-QRSTV-WXYZ0-12345-6789A-BCDEF-GHJ0C-P088T"
        #expect(errorCode { _ = try KeyText.key(Array(text.utf8)) } == .format)
    }
}
