// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

extension UUID {
    /// Returns a random (version 4) identity from the system's generator.
    ///
    /// `UUID()` of Foundation reads `/dev/urandom` and returns zeros if no descriptor is left. The
    /// generator of the standard library uses `getrandom(2)`, which needs none.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Returns a random (version 4) identity.
    package static func random(using generator: inout some RandomNumberGenerator) -> UUID {
        let high = (generator.next() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
        let low = (generator.next() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return UUID(high: high, low: low)
    }

    /// Creates an identity of its first and its last eight bytes.
    package init(high: UInt64, low: UInt64) {
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        self.init(uuid: uuid)
    }

    /// The first and the last eight bytes.
    package var halves: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
