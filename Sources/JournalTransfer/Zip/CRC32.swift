// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The checksum of a member of a zip archive.
package struct CRC32: Sendable {
    private var state: UInt32 = .max

    /// Creates the checksum of no bytes.
    package init() {}

    /// Appends bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        for byte in bytes {
            state = Self.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
        }
    }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~state }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { word, _ in
            word & 1 == 1 ? 0xEDB8_8320 ^ (word >> 1) : word >> 1
        }
    }
}
