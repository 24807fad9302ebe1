// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Finds the conflicts of an entry that a person settles.
package struct ConflictChoice {
    private let conflicts: [SyncConflict]

    /// Creates a choice among all conflicts.
    package init(among conflicts: [SyncConflict]) { self.conflicts = conflicts }

    /// Returns the conflicts of an entry.
    ///
    /// - Throws: An error if the entry has none.
    package func conflicts(of entry: EntryID) throws(ClientError) -> [SyncConflict] {
        let found = conflicts.filter { $0.entry == entry }
        guard !found.isEmpty else {
            throw ClientError(.missing, "entry \(entry) has no conflict")
        }
        return found
    }

    /// Returns the only conflict with a text that begins with the digits that a person gave.
    ///
    /// - Throws: An error if there is none, or more than one.
    package static func conflict(
        with version: String,
        among conflicts: [SyncConflict]
    ) throws(ClientError) -> SyncConflict {
        let digits = version.lowercased()
        let found = conflicts.filter { !digits.isEmpty && $0.version.id.text.hasPrefix(digits) }
        guard found.count < 2 else {
            throw ClientError(.usage, "several texts begin with \(version)")
        }
        guard let conflict = found.first else {
            throw ClientError(
                .missing,
                "no conflict has a text \(version)",
                advice: "List the conflicts with: journal sync conflicts"
            )
        }
        return conflict
    }
}

extension SyncConflict {
    /// The first line of the entry's text.
    package var firstLine: String { EntryText.firstLine(text) }

    /// The first line of the other text.
    package var otherFirstLine: String { EntryText.firstLine(version.text) }
}

extension EntryID {
    /// As many digits as identify an entry in most journals.
    package var firstDigits: String { String(text.prefix(8)) }
}
