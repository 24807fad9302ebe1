// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem

/// The identity of an entry: a UUID in its canonical lowercase text form.
package struct EntryID: Sendable, Hashable {
    /// The UUID as 36 lowercase characters.
    package let text: String

    /// Parses a UUID in text form, ignoring letter case.
    package init?(_ text: String) {
        let lowercase = text.lowercased()
        guard Self.isCanonical(lowercase) else { return nil }
        self.text = lowercase
    }

    /// Returns a random (version 4) UUID.
    ///
    /// Time-ordered UUIDs would share their first characters within a minute, which are the ones
    /// that users type.
    package static func random(
        using generator: inout some RandomNumberGenerator
    ) -> EntryID {
        let high = (generator.next() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
        let low = (generator.next() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return EntryID(high: high, low: low)
    }

    /// Creates the identity of a number of 128 bits.
    package init(high: UInt64, low: UInt64) {
        var digits = Self.hex(high) + Self.hex(low)
        for position in [8, 13, 18, 23] {
            digits.insert("-", at: digits.index(digits.startIndex, offsetBy: position))
        }
        text = digits
    }

    /// Returns a random UUID from the kernel's generator.
    package static func random() -> EntryID {
        var generator = SecureRandom()
        return random(using: &generator)
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The UUID as a 128-bit integer.
    package var bits: (high: UInt64, low: UInt64) {
        var (high, low) = (UInt64(0), UInt64(0))
        for byte in text.utf8 where byte != UInt8(ascii: "-") {
            let digit = byte <= UInt8(ascii: "9") ? byte & 0xF : byte &- UInt8(ascii: "a") &+ 10
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        return (high, low)
    }

    private static func isCanonical(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count == 36 else { return false }
        for (position, byte) in bytes.enumerated() {
            switch position {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
            default: guard EntryReference.isHexDigit(byte) else { return false }
            }
        }
        return true
    }
}

extension EntryID: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let id = EntryID(text) else {
            throw InvalidParams("expected a UUID, got \"\(text)\"")
        }
        self = id
    }

    package var json: JSON { .string(text) }
}

extension EntryID: CustomStringConvertible {
    package var description: String { text }
}
