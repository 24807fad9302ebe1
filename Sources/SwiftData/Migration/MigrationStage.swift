// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A way from one version of a schema to a later one.
public enum MigrationStage: Sendable {
    /// The store is changed as the difference between the versions says.
    case lightweight(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type
    )
    /// As lightweight, with code that runs before and after.
    ///
    /// `willMigrate` gets a context with the old models, `didMigrate` one with the new models. Both
    /// must save their context.
    @preconcurrency
    case custom(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?
    )
}
