// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

extension UUID {
    /// Returns a random (version 4) identity from the system's generator.
    ///
    /// `UUID()` of Foundation opens `/dev/urandom`, and returns zeros if the process has no free
    /// descriptor. The generator of the standard library uses `getrandom(2)`, which needs none.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Returns a random (version 4) identity.
    package static func random(using generator: inout some RandomNumberGenerator) -> UUID {
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { bytes in
            bytes.storeBytes(of: generator.next(), as: UInt64.self)
            bytes.storeBytes(of: generator.next(), toByteOffset: 8, as: UInt64.self)
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return UUID(uuid: uuid)
    }
}
