// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

extension ModelContainer {
    /// Closes the stores, each of which is then a single file that can be moved.
    ///
    /// The container's contexts can no longer read or save; another container can open the stores.
    ///
    /// - Throws: `StoreError` if a store cannot be closed.
    package func close() throws {
        for store in coordinator.stores { try store.store.close() }
    }

    /// Copies the committed state of the first store into a new file.
    ///
    /// The copy does not depend on the path of the store: it also works after the file was removed.
    ///
    /// - Throws: `StoreError` if the file cannot be created or written.
    package func copyStore(to url: URL) throws {
        try coordinator.stores.first?.store.copy(to: url)
    }
}
