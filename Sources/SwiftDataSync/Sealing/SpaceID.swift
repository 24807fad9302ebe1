// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The random identifier of a space, which is the folder of its objects on a hub.
package struct SpaceID: Hashable, Comparable, Sendable {
    private let key: RowKey

    /// Creates the identifier of 128 bits.
    package init(high: UInt64, low: UInt64) { key = RowKey(high: high, low: low) }

    /// Returns a new identifier, in the form of a random UUID.
    package static func random() -> SpaceID {
        var generator = SystemRandomNumberGenerator()
        let high: UInt64 = generator.next() & ~0xF000 | 0x4000
        let low: UInt64 = generator.next() & ~(0b11 << 62) | 0b10 << 62
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

    /// The 16 bytes.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(self)
        return writer.bytes
    }

    /// Orders identifiers by their bytes.
    package static func < (left: Self, right: Self) -> Bool { left.key < right.key }

    fileprivate var high: UInt64 { key.high }
    fileprivate var low: UInt64 { key.low }
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

extension ByteWriter {
    mutating func append(_ space: SpaceID) {
        append(fixed: space.high)
        append(fixed: space.low)
    }
}

extension ByteReader {
    mutating func space() throws(SyncError) -> SpaceID {
        SpaceID(high: try fixedNumber(), low: try fixedNumber())
    }
}
