// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The entries that match a query, for a command that changes them.
package struct SearchSelection {
    /// The entries, best matches first.
    package private(set) var entries: [EntryRecord] = []
    /// Whether more entries match than were read.
    package private(set) var isLimited = false

    /// Searches the entries outside of the trash.
    ///
    /// - Parameters:
    ///   - query: The query, as in `journal search`.
    ///   - client: The client.
    ///   - limit: The maximum number of entries, or nil for all of them.
    ///   - include: The amount of text.
    /// - Throws: `input` if the query is empty, which would select everything; `nothingFound` if
    ///   nothing matches.
    package init(
        _ query: String,
        client: JournalClient,
        limit: Int? = nil,
        include: Include = .summary
    ) throws(ClientError) {
        guard !query.allSatisfy(\.isWhitespace) else {
            throw ClientError(.input, "the query is empty")
        }
        var page: PageCursor?
        repeat {
            let left = limit.map { $0 - entries.count } ?? Limits.page
            let call = EntrySearch(
                query: query,
                options: QueryOptions(now: LocalTime.now()),
                limit: min(left, Limits.page),
                page: page,
                include: include
            )
            let reply = try client.call(call)
            entries += reply.matches.map(\.entry)
            page = reply.nextPage
        } while page != nil && entries.count < limit ?? .max
        isLimited = page != nil
        guard !entries.isEmpty else { throw ClientError(.nothingFound, "no entries found") }
    }
}
