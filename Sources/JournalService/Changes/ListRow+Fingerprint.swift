// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem

extension ListRow {
    /// A row without the content of its entry, from which equal content can be recognized.
    struct Fingerprint: Sendable, Equatable {
        var id: String
        var revision: Int64
        var milliseconds: Int64
        var day: String
        var notebook: String
        var tags: [String]
        var isTruncated: Bool
        /// The SHA-256 digest of the content; nil for a row without content.
        var digest: String?
    }

    /// The fingerprint of the row.
    var fingerprint: Fingerprint {
        var digest: SHA256Digest?
        if !entry.isEmpty {
            digest = SHA256Digest()
            digest?.append(entry)
        }
        return Fingerprint(
            id: id,
            revision: revision,
            milliseconds: milliseconds,
            day: day,
            notebook: notebook,
            tags: tags,
            isTruncated: isTruncated,
            digest: digest?.hexadecimal
        )
    }

    /// Creates the row of a fingerprint, with the content of a present row if that is equal.
    ///
    /// Without content the row differs from the present one, so that an edit with the content is
    /// sent.
    init(_ fingerprint: Fingerprint, present: ListRow?) {
        if let present, present.fingerprint == fingerprint {
            self = present
        } else {
            self.init(withoutContent: fingerprint)
        }
    }
}
