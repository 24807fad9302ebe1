// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The migration plan across all released versions of the schema.
package enum JournalMigrationPlan: SchemaMigrationPlan {
    /// The receiver of the new version before a store is migrated to it.
    ///
    /// A class, because an optimized build of Swift 6.3 that is linked statically has no metadata
    /// for a task-local function.
    final class Observer: Sendable {
        let willMigrate: @Sendable (Schema.Version) -> Void

        init(_ willMigrate: @escaping @Sendable (Schema.Version) -> Void) {
            self.willMigrate = willMigrate
        }
    }

    @TaskLocal static var observer: Observer?

    package static var schemas: [any VersionedSchema.Type] {
        [JournalSchemaV1.self, JournalSchemaV2.self, JournalSchemaV3.self]
    }

    package static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: JournalSchemaV1.self,
                toVersion: JournalSchemaV2.self,
                willMigrate: { _ in observer?.willMigrate(JournalSchemaV2.versionIdentifier) },
                didMigrate: EarlierTextIdentity.assign
            ),
            .custom(
                fromVersion: JournalSchemaV2.self,
                toVersion: JournalSchemaV3.self,
                willMigrate: { _ in observer?.willMigrate(JournalSchemaV3.versionIdentifier) },
                didMigrate: nil
            ),
        ]
    }
}
