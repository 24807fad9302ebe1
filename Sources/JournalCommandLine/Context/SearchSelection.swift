// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The entries that match a query, for a command that changes them.
package struct SearchSelection {
    /// The entries, best matches first if their number is limited.
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
        var call = EntrySearch(
            query: query,
            options: QueryOptions(now: LocalTime.now()),
            // The places of ranked matches change while others write, so that entries could be
            // missing.
            order: limit == nil ? .unranked : .best,
            include: include
        )
        var known: Set<EntryID> = []
        var page: PageCursor?
        repeat {
            let left = limit.map { $0 - entries.count } ?? Limits.page
            call.limit = min(left, Limits.page)
            call.page = page
            let reply = try client.call(call)
            // An entry can be on two pages if its rank has changed.
            entries += reply.matches.map(\.entry).filter { known.insert($0.id).inserted }
            page = reply.nextPage
        } while page != nil && entries.count < limit ?? .max
        isLimited = page != nil
        guard !entries.isEmpty else { throw ClientError(.nothingFound, "no entries found") }
    }
}
