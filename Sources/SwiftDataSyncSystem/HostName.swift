// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The name of this machine in its network.
package enum HostName {
    /// The name, or nil if the machine has none.
    package static var current: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
