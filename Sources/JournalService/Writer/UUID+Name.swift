// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalSystem

extension UUID {
    /// Creates the identity of a notebook or a tag that is created with a name, the same one in all
    /// journals.
    ///
    /// When two journals are synchronized, notebooks with one name are one row, to which no entry
    /// has to move (decision 0245). The identity is smaller than random ones, which therefore give
    /// way to it. It is of version 8 of RFC 9562.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - kind: What has the name.
    init(of name: Name, _ kind: Name.ObjectKind) {
        var digest = SHA256Digest()
        digest.append((kind == .notebook ? "notebook" : "tag").utf8)
        digest.append(CollectionOfOne(0))
        digest.append(name.key.utf8)
        let (high, low) = digest.halves
        self.init(
            high: (high & 0x0000_0000_FFFF_0FFF) | 0x8000,
            low: (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        )
    }
}
