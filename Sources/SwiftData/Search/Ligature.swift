// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The letters of ß, ligatures and digraphs, and the i of a dotless ı.
///
/// `unicode61` replaces one letter by one other, so that it keeps these: *Straße* would not be
/// found as *strasse*, nor a word with the ligature U+FB01 by its letters. The letters are
/// constants for the reason of `ScalarRule`. æ, œ, ø and đ are letters of their own, as in Unicode.
enum Ligature {
    /// The letters of each ligature, in lower case, to which `unicode61` folds all letters.
    private static let letters: [UInt32: StaticString] = [
        0xDF: "ss", 0x131: "i", 0x133: "ij", 0x17F: "s", 0x1C6: "dz", 0x1C9: "lj", 0x1CC: "nj",
        0x1F3: "dz", 0x1E9E: "ss", 0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi",
        0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
        // Armenian.
        0x587: "\u{565}\u{582}", 0xFB13: "\u{574}\u{576}", 0xFB14: "\u{574}\u{565}",
        0xFB15: "\u{574}\u{56B}", 0xFB16: "\u{57E}\u{576}", 0xFB17: "\u{574}\u{56D}",
    ]

    /// The greatest number of bytes of the letters for each byte of a ligature.
    private static let growth = 2

    /// Returns whether a text may contain a ligature in lower or upper case.
    static func mayOccur(in text: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            guard byte >= 0xC3, position < text.count else { continue }
            let isFound =
                switch (byte, text[position]) {
                case (0xC3, 0x9F), (0xC4, 0xB0...0xB3), (0xC5, 0xBF), (0xC7, 0x84...0x8C),
                    (0xC7, 0xB1...0xB3), (0xD6, 0x87), (0xE1, 0xBA), (0xEF, 0xAC):
                    true
                default: false
                }
            if isFound { return true }
        }
        return false
    }

    /// Calls `body` with the UTF-8 bytes of a word with the letters of its ligatures.
    static func withLetters<R>(
        of word: UnsafeRawBufferPointer,
        _ body: (UnsafeBufferPointer<CChar>) -> R
    ) -> R {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: growth * word.count) { buffer in
            var (read, written) = (0, 0)
            func write(_ bytes: some Sequence<UInt8>) {
                for byte in bytes {
                    buffer.initializeElement(at: written, to: CChar(bitPattern: byte))
                    written += 1
                }
            }
            while read < word.count {
                let length = length(of: word, at: read)
                if length > 1, let letters = letters[value(of: word, at: read, length: length)] {
                    letters.withUTF8Buffer { write($0) }
                } else {
                    write(word[read..<(read + length)])
                }
                read += length
            }
            return body(UnsafeBufferPointer(rebasing: buffer[..<written]))
        }
    }

    /// Returns the number of bytes of a scalar of two or three bytes at a position, or 1.
    private static func length(of word: UnsafeRawBufferPointer, at position: Int) -> Int {
        let length =
            switch word[position] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            default: 1
            }
        return position + length <= word.count ? length : 1
    }

    private static func value(
        of word: UnsafeRawBufferPointer,
        at position: Int,
        length: Int
    ) -> UInt32 {
        let first = UInt32(word[position]) & (length == 2 ? 0x1F : 0x0F)
        return word[(position + 1)..<(position + length)].reduce(first) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
    }
}
