// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The random identifier of a space: the machines and stores that are synchronized with each other.
///
/// Its text is a UUID in lowercase.
package struct SpaceID: Hashable, Sendable {
    /// The first 64 bits.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    /// Creates the identifier of 128 bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Returns a new identifier, in the form of a random UUID.
    package static func random() -> SpaceID {
        let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 0b10 << 62
        return SpaceID(high: high, low: low)
    }

    /// Parses the only form of an identifier; nil for all other names.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == Self.groups else { return nil }
        let digits = parts.joined()
        guard let high = Hexadecimal.number(digits.prefix(16)),
            let low = Hexadecimal.number(digits.dropFirst(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    private static let groups = [8, 4, 4, 4, 12]
}

extension SpaceID: Comparable {
    /// Orders identifiers by their bytes.
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension SpaceID: CustomStringConvertible {
    /// The form of a UUID, in lowercase.
    package var description: String {
        var digits = (Hexadecimal.text(high) + Hexadecimal.text(low))[...]
        let groups = Self.groups.map { count in
            defer { digits = digits.dropFirst(count) }
            return digits.prefix(count)
        }
        return groups.joined(separator: "-")
    }
}
