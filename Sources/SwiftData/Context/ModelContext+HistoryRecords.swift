// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the recorded transactions of the first store after one of them, oldest first.
    ///
    /// - Throws: `StoreError` when the store can't be read.
    package func historyRows(after transaction: Int64, limit: Int) throws -> [HistoryRecord] {
        guard let store = coordinator.stores.first?.store else { return [] }
        let request = HistoryRequest(after: transaction, limit: limit)
        return try graph.stores.read(store) { try $0.history(request) }
    }
}

extension ModelContainer {
    /// Returns the part of the first store's history that is kept.
    ///
    /// Transactions after `floor` up to `last` can be read. A reader that stopped before `floor`
    /// missed something and has to start again from `last`.
    ///
    /// - Throws: `StoreError` when the store can't be read.
    package func historyBounds() throws -> (floor: Int64, last: Int64) {
        guard let store = coordinator.stores.first?.store else { return (0, 0) }
        let bounds = try store.read(until: nil) { try $0.historyBounds() }
        return (bounds.deletedThrough, bounds.last)
    }
}
