// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A configuration that can read its store without opening it.
protocol StoreExamining {
    /// Returns the effect of opening the store; errors of the store are part of it.
    ///
    /// - Throws: `StoreError` if a temporary copy of the store cannot be written.
    func migrationPreview(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> MigrationPreview
    /// Checks the file of a store that is not open, without a change to it.
    ///
    /// - Parameters:
    ///   - rules: Rules for rows of some entities; rules of other schemas have no effect.
    ///   - options: The extent of the check.
    ///   - interruption: Ends the check when it is requested.
    /// - Returns: The problems and the numbers of rows.
    /// - Throws: `StoreError` if there is no store, if it cannot be read, or if this process has
    ///   its file open: reading the file would then release the locks of the open store.
    func verifyStore(
        _ rules: [StoreVerification.Rule],
        options: StoreVerification.Options,
        interruption: ReadInterruption?
    ) throws -> StoreVerification
    /// Replaces the store by a copy of another one, and keeps the previous store in the same
    /// folder.
    ///
    /// - Returns: The location of the previous store; `nil` if none existed.
    /// - Throws: `StoreError` if one of the two is open, or cannot be read or written.
    func replaceStore(byCopyOf source: URL) throws -> URL?
    /// Rebuilds the full-text indexes of the store from its rows.
    ///
    /// If other indexes are damaged, rebuilds all indexes in a copy.
    ///
    /// - Returns: The location of the previous store; `nil` if the store was changed in place.
    /// - Throws: `StoreError` if the store is open, or cannot be read or written, or if not only
    ///   indexes are damaged; the store is then unchanged.
    func rebuildIndexes() throws -> URL?
    /// Copies the store with its external files, without a change to the original.
    ///
    /// - Throws: `StoreError` if there is no store or it cannot be read.
    func copyStore(to url: URL) throws
}
