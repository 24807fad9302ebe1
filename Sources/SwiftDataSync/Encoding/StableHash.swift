// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// SipHash-2-4 with 128 bits and a fixed key: the same value on all machines and in all versions.
///
/// It names kept content and distinguishes objects. Objects are sealed before they leave the
/// machine, so that it need not withstand forgery.
struct StableHash {
    private var words: (UInt64, UInt64, UInt64, UInt64)

    /// Returns the hash of bytes.
    static func hash(_ bytes: [UInt8]) -> RowKey {
        var hash = StableHash(key: (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
        return hash.finish(bytes)
    }

    private init(key: (UInt64, UInt64)) {
        words = (
            key.0 ^ 0x736F_6D65_7073_6575, key.1 ^ 0x646F_7261_6E64_6F6D ^ 0xEE,
            key.0 ^ 0x6C79_6765_6E65_7261, key.1 ^ 0x7465_6462_7974_6573
        )
    }

    private mutating func finish(_ bytes: [UInt8]) -> RowKey {
        var index = 0
        while bytes.count - index >= 8 {
            absorb(Self.word(bytes[index..<index + 8]))
            index += 8
        }
        absorb(Self.word(bytes[index...]) | UInt64(truncatingIfNeeded: bytes.count) << 56)
        words.2 ^= 0xEE
        rounds(4)
        let first = words.0 ^ words.1 ^ words.2 ^ words.3
        words.1 ^= 0xDD
        rounds(4)
        let second = words.0 ^ words.1 ^ words.2 ^ words.3
        return RowKey(high: first.byteSwapped, low: second.byteSwapped)
    }

    /// Returns at most eight bytes as a number, the lowest first.
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func absorb(_ word: UInt64) {
        words.3 ^= word
        rounds(2)
        words.0 ^= word
    }

    private mutating func rounds(_ count: Int) {
        for _ in 0..<count {
            words.0 &+= words.1
            words.2 &+= words.3
            words.1 = Self.rotate(words.1, by: 13) ^ words.0
            words.3 = Self.rotate(words.3, by: 16) ^ words.2
            words.0 = Self.rotate(words.0, by: 32)
            words.2 &+= words.1
            words.0 &+= words.3
            words.1 = Self.rotate(words.1, by: 17) ^ words.2
            words.3 = Self.rotate(words.3, by: 21) ^ words.0
            words.2 = Self.rotate(words.2, by: 32)
        }
    }

    private static func rotate(_ word: UInt64, by count: UInt64) -> UInt64 {
        word << count | word >> (64 - count)
    }
}
