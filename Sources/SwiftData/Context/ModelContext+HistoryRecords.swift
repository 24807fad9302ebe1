// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the history of the first store after a transaction, up to another, oldest first.
    ///
    /// - Parameters:
    ///   - transaction: The number of the transaction before the first one.
    ///   - last: The number of the last transaction.
    ///   - limit: The maximum number of transactions.
    ///   - start: The place of the first change, of each transaction.
    ///   - changeLimit: The maximum number of changes, after which the last record may be
    ///     incomplete; nil for no limit.
    /// - Returns: The transactions with their changes.
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* returned transactions and changes.
    package func historyRows(
        after transaction: Int64,
        through last: Int64 = .max,
        limit: Int,
        from start: HistoryPlace = .beginning,
        changeLimit: Int? = nil
    ) throws -> [HistoryRecord] {
        guard let store = coordinator.stores.first?.store else { return [] }
        let request = HistoryRequest(
            after: transaction,
            through: last,
            limit: limit,
            start: start,
            changeLimit: changeLimit
        )
        return try graph.stores.read(store) { try $0.history(request) }
    }
}

extension ModelContext {
    /// Calls `body` with the number of the first store's last transaction; until it returns, every
    /// read of the context returns the data as of that transaction.
    ///
    /// Saves of other contexts are merged after `body` returned. Inside of another call, all reads
    /// are of the commit of that call.
    ///
    /// - Parameters:
    ///   - isSearched: Whether `body` searches for words, or fetches with such a condition, which
    ///     fails otherwise. It may then have to wait for the current save.
    ///   - body: Reads the context.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read.
    package func readSnapshot<R>(
        isSearched: Bool = false,
        _ body: (_ transaction: Int64) throws -> R
    ) throws -> R {
        try graph.readSnapshot(isSearched: isSearched) { session in
            // The first query fixes the commit that the others read.
            try body(try session?.historyBounds().last ?? 0)
        }
    }

    /// Calls `body`, during which every read of the context returns the data as of one transaction.
    ///
    /// Unlike the method with the number of the transaction, this one reads nothing before `body`.
    ///
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read.
    package func readSnapshot<R>(isSearched: Bool = false, _ body: () throws -> R) throws -> R {
        try graph.readSnapshot(isSearched: isSearched) { _ in try body() }
    }
}

extension ModelContainer {
    /// Returns the bounds of the first store's history.
    ///
    /// Transactions after `floor` up to `last` can be read. A reader with a position before `floor`
    /// missed transactions; it must read the models again and continue from `last`.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func historyBounds() throws -> (floor: Int64, last: Int64) {
        guard let store = coordinator.stores.first?.store else { return (0, 0) }
        let bounds = try store.read(for: StoreClient()) { try $0.historyBounds() }
        return (bounds.deletedThrough, bounds.last)
    }
}
