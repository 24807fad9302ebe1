// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A page of encoded items that fits into one reply.
///
/// Items are read in batches and encoded at once: a thousand entries of half a megabyte each are
/// never in memory together.
struct PagedReply<Item, Position> {
    /// The limits of a page.
    struct Limit {
        /// The maximum number of items.
        var count: Int
        /// The maximum size of all items, in bytes; a single larger item is returned alone.
        var byteCount = Int.max
        /// The maximum number of items that are read at once.
        var batchLength = 128
    }

    /// The items in order.
    private(set) var items: [Item] = []
    /// The position at which the next page begins; nil on the last page.
    private(set) var next: Position?

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - start: The position before the first item; nil for the beginning.
    ///   - limit: The limits of the page.
    ///   - fetch: Returns the rows after a position, at most as many as requested.
    ///   - encode: Encodes a row.
    ///   - byteCount: Returns the size of an item.
    ///   - advance: Returns the position after a row at a position.
    init<Row>(
        after start: Position?,
        limit: Limit,
        fetch: (Position?, Int) throws -> [Row],
        encode: (Row) -> Item,
        byteCount: (Item) -> Int,
        advance: (Position?, Row) -> Position
    ) rethrows {
        var position = start
        var size = 0
        while true {
            let wanted = min(limit.count - items.count + 1, limit.batchLength)
            let rows = try fetch(position, wanted)
            for row in rows {
                guard items.count < limit.count else {
                    next = position
                    return
                }
                let item = encode(row)
                size += byteCount(item) + 1
                guard size <= limit.byteCount || items.isEmpty else {
                    next = position
                    return
                }
                items.append(item)
                position = advance(position, row)
            }
            if rows.count < wanted { return }
        }
    }
}
