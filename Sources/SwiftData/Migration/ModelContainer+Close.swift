// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContainer {
    /// Ends the connections of a container, which makes each store one file that can be moved.
    ///
    /// Its contexts cannot read or save any more; another container may open the stores.
    package func close() throws {
        for store in coordinator.stores { try (store.store as? SQLiteStore)?.close() }
    }
}
