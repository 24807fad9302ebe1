// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The checksum of a member of a zip archive.
package struct CRC32: Sendable {
    private var state: UInt32 = .max

    /// Creates the checksum of no bytes.
    package init() {}

    /// Appends bytes.
    package mutating func append(_ bytes: ArraySlice<UInt8>) {
        state = Self.tables.withUnsafeBufferPointer { tables in
            bytes.withUnsafeBufferPointer { Self.state(state, after: $0, using: tables) }
        }
    }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~state }

    /// Returns the state after bytes, eight of which are looked up at a time.
    private static func state(
        _ state: UInt32,
        after bytes: UnsafeBufferPointer<UInt8>,
        using tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        var state = state
        var position = 0
        let raw = UnsafeRawBufferPointer(bytes)
        while position + 8 <= raw.count {
            let word = UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            )
            let mixed = word ^ UInt64(state)
            state = 0
            for index in 0..<8 {
                let byte = Int(truncatingIfNeeded: mixed >> (index * 8)) & 0xFF
                state ^= tables[(7 - index) * 256 + byte]
            }
            position += 8
        }
        for byte in bytes[position...] {
            state = tables[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
        }
        return state
    }

    /// The tables of a byte, and of a byte with one to seven bytes of zero after it.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { word, _ in
                word & 1 == 1 ? 0xEDB8_8320 ^ (word >> 1) : word >> 1
            }
        }
        for index in 256..<2048 {
            let former = tables[index - 256]
            tables.append(tables[Int(former & 0xFF)] ^ (former >> 8))
        }
        return tables
    }()
}
