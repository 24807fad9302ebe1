// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContainer {
    /// Ends the connections of a container, which makes each store one file that can be moved.
    ///
    /// Its contexts cannot read or save any more.
    package func close() throws {
        for store in stores { try (store.store as? SQLiteStore)?.close() }
    }
}
