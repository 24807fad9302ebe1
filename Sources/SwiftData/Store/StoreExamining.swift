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
    /// - Returns: The problems and the numbers of rows.
    /// - Throws: `StoreError` if there is no store or it cannot be read.
    func verifyStore() throws -> StoreVerification
    /// Copies the store with its external files, without a change to the original.
    ///
    /// - Throws: `StoreError` if there is no store or it cannot be read.
    func copyStore(to url: URL) throws
}
