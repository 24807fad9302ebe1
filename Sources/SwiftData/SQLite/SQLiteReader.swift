// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads of a SQLite store outside of a transaction, each on whichever connection is free.
struct SQLiteReader: StoreReading {
    let store: SQLiteStore
    let interruption: ReadInterruption?

    private func read<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
        try store.read(until: interruption, body)
    }

    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, borrowing _RowDecoder) throws -> Void
    ) throws {
        try read { try $0.fetch(query, over: pending, body) }
    }

    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int {
        try read { try $0.count(query, over: pending) }
    }

    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64] {
        try read { try $0.keys(query, over: pending) }
    }

    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys] {
        try read { try $0.related(to: owners, by: property, of: entity, over: pending) }
    }

    func search(_ query: SearchQuery) throws -> [SearchRow] {
        try read { try $0.search(query) }
    }

    func history(_ request: HistoryRequest) throws -> [HistoryRow] {
        try read { try $0.history(request) }
    }

    func historyBounds() throws -> HistoryBounds {
        let deleted = try read { try $0.historyDeletedThrough() }
        return HistoryBounds(deletedThrough: deleted, last: store.lastTransaction)
    }
}
