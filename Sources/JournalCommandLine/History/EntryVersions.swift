// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The versions of an entry's text, numbered from the newest, which is 1.
package struct EntryVersions {
    /// The entry with its current text.
    package let entry: EntryRecord
    private let client: JournalClient

    /// Creates a value that reads the versions through a client.
    package init(client: JournalClient, entry: EntryRecord) {
        self.client = client
        self.entry = entry
    }

    /// Passes each version with its whole text, newest first; at most one page is in memory.
    package func forEach(
        _ body: (EntryVersion) throws(ClientError) -> Void
    ) throws(ClientError) {
        var page: PageCursor?
        repeat {
            let call = EntryHistory(
                id: EntryReference(entry.id),
                limit: Limits.page,
                page: page,
                include: .full
            )
            let reply = try client.call(call)
            for version in reply.versions { try body(version) }
            page = reply.nextPage
        } while page != nil
    }

    /// Returns a version with its whole text.
    package func version(_ number: Int) throws(ClientError) -> EntryVersion {
        var count = 0
        var page: PageCursor?
        repeat {
            let call = EntryHistory(
                id: EntryReference(entry.id),
                limit: min(number - count, Limits.page),
                page: page
            )
            let reply = try client.call(call)
            count += reply.versions.count
            if count == number, let last = reply.versions.last { return try whole(last) }
            page = reply.nextPage
        } while page != nil
        throw ClientError(
            .missing,
            "entry \(entry.id) has no version \(number); "
                + (count == 0
                    ? "its text was never changed"
                    : count == 1 ? "it has 1 version" : "it has \(count) versions")
        )
    }

    private func whole(_ version: EntryVersion) throws(ClientError) -> EntryVersion {
        guard version.truncated || version.isUnreadable else { return version }
        let call = EntryHistory(id: EntryReference(entry.id), version: version.id)
        return try client.call(call).versions.first ?? version
    }
}
