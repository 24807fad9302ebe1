// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ModelContainer {
    /// Closes the stores, each of which is then a single file that can be moved.
    ///
    /// The container's contexts can no longer read or save; another container can open the stores.
    ///
    /// - Throws: `StoreError` if a store cannot be closed.
    package func close() throws {
        for store in coordinator.stores { try store.store.close() }
    }

    /// Writes the committed state of the stores to their main files, so that each file alone is a
    /// copy of its store until the next save.
    ///
    /// Does not wait for reads in progress.
    ///
    /// - Returns: False if a part could not be written, because a read still uses an earlier state.
    /// - Throws: `StoreError` if a file cannot be written.
    /// - Complexity: O(*n*) in the pages that were saved since the last time.
    package func checkpoint() throws -> Bool {
        try coordinator.stores.reduce(true) { try $1.store.checkpoint() && $0 }
    }

    /// Copies the saved state of a store into a new file, with the files of its external data.
    ///
    /// Contexts and other processes can read and save meanwhile; the copy has what was saved when
    /// it began. It is a store with an identifier of its own, which a configuration with its URL
    /// opens. External data is linked instead of copied where the file system permits it, in a
    /// hidden folder next to the new file.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - name: The name of the configuration of the store; nil for the first one.
    /// - Throws: `StoreError` if the file exists or cannot be written, and no part of the copy is
    ///   left then; `SwiftDataError` if no configuration has the name;
    ///   `DataStoreError.unsupportedFeature` for a store of another type.
    /// - Complexity: O(*n*) in the size of the store.
    public func backUp(to url: URL, configuration name: String? = nil) throws {
        let store = coordinator.stores.first { name == nil || $0.configurationName == name }
        guard let store else {
            throw SwiftDataError.unknownSchema("no configuration is named '\(name ?? "")'")
        }
        try store.store.copy(to: url) {}
    }

    /// Copies the committed state of the first store into a new file.
    ///
    /// The copy does not depend on the path of the store: it also works after the file was removed.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - progress: Called repeatedly while the copy is written; an error ends the copy.
    /// - Throws: `StoreError` if the file cannot be created or written; the errors of `progress`.
    ///   No file is left then.
    package func copyStore(to url: URL, progress: () throws -> Void) throws {
        try coordinator.stores.first?.store.copy(to: url, progress: progress)
    }

    /// Decrypts every encrypted value of the first store, one at a time.
    ///
    /// - Parameters:
    ///   - owners: The owners of rows, for the description of damaged values.
    ///   - interruption: Ends the check when it is requested.
    /// - Returns: The numbers of values, and the damaged ones.
    /// - Throws: `StoreError` if the store cannot be read.
    package func checkEncryptedValues(
        _ owners: [DamagedValue.Ownership] = [],
        interruption: ReadInterruption? = nil
    ) throws -> EncryptedValues {
        var client = StoreClient()
        client.interruption = interruption
        return try coordinator.stores.first?.store.read(for: client) { reader in
            try reader.checkEncryptedValues(owners)
        } ?? EncryptedValues()
    }

    /// Checks that the indexes of the first store contain its rows, as of one commit.
    ///
    /// SQLite does not notice an index that has lost rows: a query returns only the indexed ones.
    /// In a small store, the complete structure is checked, in a larger one the numbers of rows.
    ///
    /// - Parameter interruption: Ends the check when it is requested.
    /// - Throws: `StoreError` with the code `.damaged` for an index that does not; other codes if
    ///   the store cannot be read.
    package func checkIndexes(interruption: ReadInterruption? = nil) throws {
        var client = StoreClient()
        client.interruption = interruption
        try coordinator.stores.first?.store.readSnapshot(for: client, isSearched: false) { reader in
            try reader.checkIndexes()
        }
    }
}
