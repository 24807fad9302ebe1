// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// A list of entries of any length, read page by page.
package struct EntryPages {
    private let client: JournalClient
    private let filter: Filter
    private let order: ListOrder
    private let include: Include
    private let limit: Int?

    /// Creates a list; without a limit it has all entries.
    package init(
        client: JournalClient,
        filter: Filter,
        order: ListOrder,
        include: Include,
        limit: Int?
    ) {
        self.client = client
        self.filter = filter
        self.order = order
        self.include = include
        self.limit = limit
    }

    /// Passes every entry to a closure as its page arrives.
    ///
    /// - Parameter body: Called with each entry in order.
    /// - Returns: The cursor of the next page, if the limit ended the list.
    /// - Throws: The error of the first call that fails, or of the closure.
    package func forEach(
        _ body: (EntryRecord) throws(ClientError) -> Void
    ) throws(ClientError) -> PageCursor? {
        var left = limit ?? .max
        var page: PageCursor?
        repeat {
            let call = EntryList(
                filter: filter,
                order: order,
                limit: min(left, Limits.page),
                page: page,
                include: include
            )
            let reply = try client.call(call)
            for entry in reply.entries { try body(entry) }
            left -= reply.entries.count
            page = reply.nextPage
        } while page != nil && left > 0
        return page
    }
}
