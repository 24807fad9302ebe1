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
        text = Self.text(high: high, low: low)
    }

    /// Returns a random UUID from the kernel's generator.
    package static func random() -> EntryID {
        var generator = SecureRandom()
        return random(using: &generator)
    }

    /// Returns the canonical text form of a UUID from its first and its last eight bytes.
    package static func text(high: UInt64, low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for shift in stride(from: 120, through: 0, by: -8) {
                let half = shift >= 64 ? high : low
                let byte = UInt8(truncatingIfNeeded: half >> UInt64(shift & 63))
                buffer[position] = digit(byte >> 4)
                buffer[position + 1] = digit(byte & 0xF)
                position += 2
                if position == 8 || position == 13 || position == 18 || position == 23 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
            }
            return position
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
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
