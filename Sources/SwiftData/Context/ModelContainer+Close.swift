// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContainer {
    /// Closes the stores, which makes each one file that can be moved.
    ///
    /// The container's contexts can no longer read or save; another container may open the stores.
    ///
    /// - Throws: `StoreError` when a store can't be closed.
    package func close() throws {
        for store in coordinator.stores { try store.store.close() }
    }
}
