// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Numbers in names of objects: 16 lowercase digits, so that each has one form.
package enum Hexadecimal {
    /// Returns the digits of a number.
    package static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Parses the digits of a number; nil for everything else.
    package static func number(_ text: some StringProtocol) -> UInt64? {
        guard text.utf8.count == 16, text.utf8.allSatisfy(isLowercaseDigit) else { return nil }
        return UInt64(text, radix: 16)
    }

    private static func isLowercaseDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
