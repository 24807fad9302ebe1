// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Moves entries to the trash and back.
package struct EntryTrashing {
    private static let maximumAttemptCount = 5
    private let client: JournalClient

    /// Creates a value that calls the daemon through a client.
    package init(client: JournalClient) { self.client = client }

    /// Moves an entry to the trash.
    ///
    /// - Returns: The reply, and whether the entry was outside of the trash before.
    package func delete(
        _ reference: EntryReference
    ) throws(ClientError) -> (written: EntryWritten, isChanged: Bool) {
        var attempt = 1
        while true {
            let get = EntryGet(id: reference, allowsUnreadable: true)
            let entry = try client.call(get).entry
            let id = EntryReference(entry.id)
            do throws(ClientError) {
                let call = EntryDelete(id: id, ifRevision: entry.revision)
                let written = try client.call(call)
                return (written, entry.trashedAt == nil)
            } catch {
                // Another program has changed the entry since the reply.
                guard error.cause?.kind == .conflict, attempt < Self.maximumAttemptCount else {
                    throw error
                }
            }
            attempt += 1
        }
    }

    /// Restores an entry from the trash.
    ///
    /// - Returns: The reply, and whether the entry was in the trash before.
    package func restore(
        _ reference: EntryReference
    ) throws(ClientError) -> (written: EntryWritten, isChanged: Bool) {
        let entry = try client.call(EntryGet(id: reference, allowsUnreadable: true)).entry
        let written = try client.call(EntryRestore(id: EntryReference(entry.id)))
        return (written, entry.trashedAt != nil)
    }

    /// Moves entries to the trash that still have the revision that was shown.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - progressed: Called with the number of entries that were tried.
    /// - Returns: A result for each entry.
    package func delete(
        _ entries: [EntryRecord],
        progressed: @escaping (Int) -> Void = { _ in }
    ) -> [Result<EntryWritten, ClientError>] {
        let calls = entries.map {
            Batch.Call(EntryDelete(id: EntryReference($0.id), ifRevision: $0.revision))
        }
        var batch = EntryBatch(client: client)
        batch.transactionEnded = { range, _ in progressed(range.upperBound) }
        return batch.run(calls)
    }
}
