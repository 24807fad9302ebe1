// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Finds the conflict of an entry that a person names.
package struct ConflictChoice {
    private let conflicts: [SyncConflict]

    /// Creates a choice among the conflicts of an entry.
    package init(among conflicts: [SyncConflict]) { self.conflicts = conflicts }

    /// Returns the only conflict with a version that has an id with the first digits that a person
    /// gave.
    ///
    /// - Throws: An error if there is none, or more than one.
    package func conflict(with version: String) throws(ClientError) -> SyncConflict {
        let digits = version.lowercased()
        let found = conflicts.filter { !digits.isEmpty && $0.version.id.text.hasPrefix(digits) }
        guard found.count < 2 else {
            throw ClientError(.usage, "several texts begin with \(version)")
        }
        guard let conflict = found.first else {
            throw ClientError(
                .missing,
                "the entry has no conflict with a text \(version)",
                advice: "List the conflicts with: journal sync conflicts"
            )
        }
        return conflict
    }
}

extension SyncConflict {
    /// The first line of the entry's text.
    package var firstLine: String { EntryText.firstLine(text) }

    /// The remarks of a list about the conflict.
    package var notes: String { trashedAt == nil ? "" : "in the trash" }

    /// The first line of the other text.
    package var otherFirstLine: String { EntryText.firstLine(version.text) }
}

extension EntryID {
    /// As many digits as identify an entry in most journals.
    package var firstDigits: String { String(text.prefix(8)) }
}
