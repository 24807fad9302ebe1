// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The text of a UUID. Foundation's conversions scan and print with format strings, which takes
/// longer than to read and write the rest of a row.
extension UUID {
    private static let digits = Array("0123456789ABCDEF".utf8)
    /// The length of the text in bytes.
    private static let textLength = 36

    /// The canonical text, in upper case.
    var canonicalText: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: Self.textLength) { text in
                var position = 0
                for (index, byte) in bytes.enumerated() {
                    if Self.isAfterHyphen(index) {
                        text[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    text[position] = Self.digits[Int(byte >> 4)]
                    text[position + 1] = Self.digits[Int(byte & 15)]
                    position += 2
                }
                return position
            }
        }
    }

    /// Creates a UUID from its text with hyphens, in upper or lower case.
    init?(canonicalText text: String) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        var text = text
        let isValid = text.withUTF8 { text in
            guard text.count == Self.textLength else { return false }
            return withUnsafeMutableBytes(of: &bytes) { bytes in
                var (position, invalid) = (0, UInt8(0))
                for index in bytes.indices {
                    if Self.isAfterHyphen(index) {
                        guard text[position] == UInt8(ascii: "-") else { return false }
                        position += 1
                    }
                    let high = Self.value(of: text[position])
                    let low = Self.value(of: text[position + 1])
                    invalid |= high | low
                    bytes[index] = high << 4 | low & 15
                    position += 2
                }
                return invalid < 16
            }
        }
        guard isValid else { return nil }
        self.init(uuid: bytes)
    }

    private static func isAfterHyphen(_ index: Int) -> Bool {
        index == 4 || index == 6 || index == 8 || index == 10
    }

    /// Returns the value of a hexadecimal digit; at least 16 for any other character.
    private static func value(of character: UInt8) -> UInt8 {
        let digit = character &- UInt8(ascii: "0")
        if digit < 10 { return digit }
        // Bit 5 is set in lower-case letters.
        let letter = (character | 32) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : 16
    }
}
