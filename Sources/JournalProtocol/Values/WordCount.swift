// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The number of words of a text.
///
/// A word is a sequence of characters without white space that contains a letter or a digit. Each
/// Chinese or Japanese character is a word, as in a search.
package enum WordCount {
    /// Returns the number of words of a text.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func of(_ text: String) -> Int {
        var text = text
        let ascii = text.withUTF8 { bytes -> Int? in
            var count = 0
            var isInWord = false
            for byte in bytes {
                guard byte < 0x80 else { return nil }
                if isLetterOrDigit(byte) {
                    if !isInWord { count += 1 }
                    isInWord = true
                } else if byte <= 0x20 {
                    isInWord = false
                }
            }
            return count
        }
        return ascii ?? ofScalars(in: text)
    }

    private static func ofScalars(in text: String) -> Int {
        var count = 0
        var isInWord = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x80:
                if isLetterOrDigit(UInt8(scalar.value)) {
                    if !isInWord { count += 1 }
                    isInWord = true
                } else if scalar.value <= 0x20 {
                    isInWord = false
                }
            case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
                0x20000...0x3FFFD:
                count += 1
                isInWord = false
            case 0x85, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x3000: isInWord = false
            default:
                guard !isInWord else { continue }
                let properties = scalar.properties
                guard properties.isAlphabetic || properties.numericType != nil else { continue }
                count += 1
                isInWord = true
            }
        }
        return count
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
