// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A configuration whose store can be read without opening it.
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
    ///   - interruption: Ends the check when it is requested.
    /// - Returns: The problems and the numbers of rows.
    /// - Throws: `StoreError` if there is no store, if it cannot be read, or if this process has
    ///   its file open: reading the file would then release the locks of the open store.
    func verifyStore(
        _ rules: [StoreVerification.Rule],
        interruption: ReadInterruption?
    ) throws -> StoreVerification
    /// Copies the store with its external files, without a change to the original.
    ///
    /// - Throws: `StoreError` if there is no store or it cannot be read.
    func copyStore(to url: URL) throws
}
