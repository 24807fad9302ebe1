// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The migration plan across all released versions of the schema.
package enum JournalMigrationPlan: SchemaMigrationPlan {
    /// Called with the new version before a store is migrated to it.
    @TaskLocal static var willMigrate: @Sendable (Schema.Version) -> Void = { _ in }

    package static var schemas: [any VersionedSchema.Type] {
        [JournalSchemaV1.self, JournalSchemaV2.self]
    }

    package static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: JournalSchemaV1.self,
                toVersion: JournalSchemaV2.self,
                willMigrate: { _ in willMigrate(JournalSchemaV2.versionIdentifier) },
                didMigrate: EarlierTextIdentity.assign
            )
        ]
    }
}
