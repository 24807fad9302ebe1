// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The size of a file in words.
package enum FileSize {
    /// Returns a number of bytes with a unit of 1000: `17 bytes`, `4.2 kB`, `318 MB`.
    package static func text(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var tenths = (bytes + 50) / 100
        for unit in ["kB", "MB", "GB"] {
            if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            if tenths < 9_995 { return "\((tenths + 5) / 10) \(unit)" }
            tenths = (tenths + 500) / 1000
        }
        return "\((tenths + 5) / 10) TB"
    }
}
