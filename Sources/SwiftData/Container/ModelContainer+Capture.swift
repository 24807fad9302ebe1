// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContainer {
    /// Returns the position up to which the history of the first store was captured; nil if it is
    /// not captured.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func captureCursor() throws -> HistoryCursor? {
        guard let store = coordinator.stores.first?.store else { return nil }
        return try store.read(for: StoreClient()) { try $0.captureCursor() }
    }

    /// Saves the position up to which the history of the first store was captured.
    ///
    /// Transactions after it are kept: neither the limit of the history nor a deletion removes
    /// them. Nil ends that.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if transactions after the position were
    ///   deleted; `StoreError` if it is after the last one, or the store cannot be written.
    package func setCaptureCursor(_ cursor: HistoryCursor?) throws {
        guard let store = coordinator.stores.first?.store else { return }
        try store.write(for: StoreClient()) { try $0.setCaptureCursor(cursor) }
    }

    /// Returns the changes of the first store after a position, collapsed for each row and pair.
    ///
    /// - Parameters:
    ///   - cursor: The position.
    ///   - author: The author of the transactions to omit; nil for none.
    ///   - limit: The maximum number of recorded changes and pairs.
    /// - Returns: The changes; a transaction with more of them continues on the next page.
    /// - Throws: `SwiftDataError.historyTokenExpired` if transactions after the position were
    ///   deleted; `StoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* recorded changes.
    package func capturePage(
        after cursor: HistoryCursor,
        excluding author: String?,
        limit: Int
    ) throws -> CapturePage? {
        guard let store = coordinator.stores.first?.store else { return nil }
        return try store.readSnapshot(for: StoreClient(), isSearched: false) { session in
            try CaptureReader(session: session, excludedAuthor: author)
                .page(after: cursor, limit: limit)
        }
    }
}
