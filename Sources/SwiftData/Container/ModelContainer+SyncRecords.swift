// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
