// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension CommitGroup {
    /// The sync records of the store, which the transaction reads and changes.
    ///
    /// Changes inside of a command are rolled back with it.
    package var syncRecords: SyncRecordWriter { SyncRecordWriter(transaction: transaction) }

    /// Returns the position up to which the history was captured; nil if it is not captured.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func captureCursor() throws -> HistoryCursor? {
        try transaction.read { try $0.captureCursor() }
    }

    /// Sets the position up to which the history was captured, which is committed with the group.
    ///
    /// - Throws: As `ModelContainer.setCaptureCursor(_:)`.
    package func setCaptureCursor(_ cursor: HistoryCursor?) throws {
        try transaction.setCaptureCursor(cursor)
    }

    /// Returns the changes after a position, including the changes of the group's earlier commands.
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
    ) throws -> CapturePage {
        try transaction.read { session in
            try CaptureReader(session: session, excludedAuthor: author)
                .page(after: cursor, limit: limit)
        }
    }
}

extension ModelContext {
    /// Whether the history of the store is captured for synchronization, as the open commit group
    /// reads it; false without one.
    package var isCaptured: Bool { get throws { try group?.captureCursor() != nil } }
}

extension ModelContainer {
    /// Calls a closure with the sync records of the first store as of one commit.
    ///
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read, or is a custom
    ///   store.
    package func readSyncRecords<R>(_ body: (SyncRecordReader) throws -> R) throws -> R {
        guard let store = coordinator.stores.first?.store else {
            throw StoreError(.failed, "a container without a store has no sync records")
        }
        return try store.readSnapshot(for: StoreClient(), isSearched: false) { session in
            try body(SyncRecordReader(session: session))
        }
    }
}
