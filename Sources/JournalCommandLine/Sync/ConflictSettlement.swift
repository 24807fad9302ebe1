// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Settles all conflicts of an entry, in one step.
package struct ConflictSettlement {
    private let client: JournalClient

    /// Creates a value that settles conflicts through a client.
    package init(client: JournalClient) { self.client = client }

    /// Settles the conflicts of an entry.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - use: The first digits of the id of the version that becomes the text of the entry; nil
    ///     if the present text stays.
    /// - Returns: The reply to the last request.
    /// - Throws: An error if the entry has no conflict, or none with such a version.
    package func settle(
        _ id: EntryReference,
        using use: String?
    ) throws(ClientError) -> EntryWritten {
        var found = try client.call(SyncConflicts(id: id, limit: Limits.page)).conflicts
        guard let first = found.first else {
            throw ClientError(.missing, "entry \(id) has no conflict")
        }
        let entry = EntryReference(first.entry)
        let used: SyncConflict? =
            if let use { try ConflictChoice(among: found).conflict(with: use) } else { nil }
        var last: EntryWritten?
        while true {
            let kept = found.filter { $0.version.id != used?.version.id }
            for conflict in kept {
                last = try client.call(SyncResolve(id: entry, version: conflict.version.id))
            }
            guard !kept.isEmpty else { break }
            // A reply does not have all conflicts of an entry with very many.
            found = try client.call(SyncConflicts(id: entry, limit: Limits.page)).conflicts
        }
        // What is settled last becomes the text of the entry.
        if let used {
            let call = SyncResolve(id: entry, version: used.version.id, restore: true)
            last = try client.call(call)
        }
        guard let last else { throw ClientError(.missing, "entry \(id) has no conflict") }
        return last
    }
}
