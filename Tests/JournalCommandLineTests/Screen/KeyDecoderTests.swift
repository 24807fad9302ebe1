// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct KeyDecoderTests {
    private static let cases: [(String, [Key])] = [
        ("q", [.character("q")]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1;5Cj", [.character("j")]),
        ("\u{1B}[H\u{1B}[4~", [.home, .end]),
        ("\u{1B}[3~", [.delete]), ("\r", [.enter]),
        ("é\u{7F}", [.character("é"), .backspace]),
        ("€😀a", [.character("€"), .character("😀"), .character("a")]),
        ("\u{15}\u{17}", [.control("u"), .control("w")]), ("\u{1B}x", [.escape, .character("x")]),
        ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[[Aj", [.character("j")]),
        ("\u{1B}[<0;1;2Mj", [.character("j")]), ("", []),
        ("\u{1B}[200~q\n\u{1B}[Aé\u{1B}[201~j", [.paste("q\n\u{1B}[Aé"), .character("j")]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}[200~\u{1B}[201\u{1B}[201~", [.paste("\u{1B}[201")]),
    ]

    @Test(arguments: cases) func sequencesAreKeys(typed: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(typed.utf8) == keys)
        #expect(!decoder.isAmbiguous)
    }

    @Test(arguments: cases) func everyDivisionGivesTheSameKeys(typed: String, keys: [Key]) {
        let bytes = Array(typed.utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var decoder = KeyDecoder()
                let found =
                    decoder.decode(bytes[..<first]) + decoder.decode(bytes[first..<second])
                    + decoder.decode(bytes[second...])
                #expect(found == keys, "divided at \(first) and \(second)")
            }
        }
    }

    @Test func escapeAloneIsAKeyOnceNothingFollows() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isAmbiguous)
        #expect(decoder.finish() == [.escape])
        #expect(decoder.finish() == [])
        #expect(decoder.decode(Array("[A".utf8)) == [.character("["), .character("A")])
    }

    @Test func bytesThatAreNoCharacterAreReplaced() {
        var decoder = KeyDecoder()
        let replaced = Key.character("\u{FFFD}")
        #expect(decoder.decode([0xFF, 0x61]) == [replaced, .character("a")])
        #expect(decoder.decode([0xE2, 0x82]) == [])
        #expect(decoder.decode([0x61]) == [replaced, .character("a")])
        #expect(decoder.decode([0xC3, 0x1B]) == [replaced])
        #expect(decoder.finish() == [.escape])
    }

    @Test func lengthsAreBounded() {
        var decoder = KeyDecoder()
        _ = decoder.decode(Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 200_000))
        let keys = decoder.decode(Array("\u{1B}[201~".utf8))
        #expect(keys == [.paste(String(repeating: "a", count: 1 << 16))])
        let digits = Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 40)
        #expect(decoder.decode(digits).count == 8)
    }
}
