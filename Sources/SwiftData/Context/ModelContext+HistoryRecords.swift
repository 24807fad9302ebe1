// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the history of the first store after a transaction, oldest first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func historyRows(after transaction: Int64, limit: Int) throws -> [HistoryRecord] {
        guard let store = coordinator.stores.first?.store else { return [] }
        let request = HistoryRequest(after: transaction, limit: limit)
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
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read.
    package func readSnapshot<R>(_ body: (_ transaction: Int64) throws -> R) throws -> R {
        guard let store = coordinator.stores.first?.store else { return try body(0) }
        if let session = graph.stores.snapshots[store.identifier] {
            return try body(session.historyBounds().last)
        }
        graph.merger.mergeChanges()
        return try store.readSnapshot(for: graph.stores.client) { session in
            // The first query fixes the commit that the others read.
            let last = try session.historyBounds().last
            graph.stores.snapshots[store.identifier] = session
            defer { graph.stores.snapshots[store.identifier] = nil }
            return try body(last)
        }
    }
}

extension ModelContainer {
    /// Returns the bounds of the first store's history.
    ///
    /// Transactions after `floor` up to `last` can be read. A reader whose position is before
    /// `floor` missed transactions; it must read the models again and continue from `last`.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func historyBounds() throws -> (floor: Int64, last: Int64) {
        guard let store = coordinator.stores.first?.store else { return (0, 0) }
        let bounds = try store.read(for: StoreClient()) { try $0.historyBounds() }
        return (bounds.deletedThrough, bounds.last)
    }
}
