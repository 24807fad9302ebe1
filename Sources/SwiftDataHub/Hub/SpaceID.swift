// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The random identity of the machines and stores that are synchronized with each other.
///
/// Its text is a UUID in lowercase.
package struct SpaceID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Returns a new identity.
    package static func random() -> SpaceID {
        // The bits of a random UUID.
        let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 1 << 63
        return SpaceID(high: high, low: low)
    }

    /// Parses the only form of an identity.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        var words: [UInt64] = [0, 0]
        var count = 0
        for (index, byte) in bytes.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.digit(byte) else { return nil }
            words[count / 16] = words[count / 16] << 4 | digit
            count += 1
        }
        self.init(high: words[0], low: words[1])
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}

extension SpaceID: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package var description: String {
        let (first, second) = (Hexadecimal.text(high), Hexadecimal.text(low))
        return "\(first.prefix(8))-\(first.dropFirst(8).prefix(4))-\(first.suffix(4))-"
            + "\(second.prefix(4))-\(second.suffix(12))"
    }
}

extension SpaceID: Comparable {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// Numbers as 16 lowercase digits.
enum Hexadecimal {
    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
