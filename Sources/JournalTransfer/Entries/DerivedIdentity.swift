// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Derives identities from the content of entries whose file has none.
///
/// The same file gives the same identities, so that a repeated or resumed import creates nothing
/// twice. Equal entries of one file are numbered: both are imported. Equal entries of several files
/// are one entry, because files can also be imported one by one.
package struct DerivedIdentity {
    private var occurrences: [EntryID: Int] = [:]

    /// Creates the assignment for one import.
    package init() {}

    /// Begins the next file.
    package mutating func beginFile() { occurrences.removeAll(keepingCapacity: true) }

    /// Returns the identity of an entry.
    package mutating func id(of entry: TransferEntry) -> EntryID {
        if let id = entry.id { return id }
        // Without the offset: many files have none, and are then read in the zone of the user.
        let time = entry.createdAt.map { "\($0.day) \($0.clockText)" } ?? ""
        let first = Self.id("entry", of: [time, entry.text])
        let number = occurrences[first, default: 0]
        occurrences[first] = number + 1
        return number == 0 ? first : Self.id("entry", of: [time, entry.text, String(number)])
    }

    /// Returns the identity of an attachment of an entry.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - index: Its position among the attachments of the entry.
    ///   - entry: The identity of the entry.
    /// - Returns: The id in the file, or one that depends only on these values.
    package static func id(
        of attachment: TransferAttachment,
        at index: Int,
        in entry: EntryID
    ) -> EntryID {
        attachment.id ?? id("attachment", of: [entry.text, String(index), attachment.name])
    }

    /// Returns a UUID of version 8 with the bits of a digest.
    private static func id(_ kind: String, of parts: [String]) -> EntryID {
        var digest = SHA256Digest()
        for part in [kind] + parts {
            digest.append(String(part.utf8.count).utf8)
            digest.append(CollectionOfOne(0))
            digest.append(part.utf8)
        }
        let (high, low) = digest.halves
        return EntryID(
            high: (high & 0xFFFF_FFFF_FFFF_0FFF) | 0x8000,
            low: (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        )
    }
}
