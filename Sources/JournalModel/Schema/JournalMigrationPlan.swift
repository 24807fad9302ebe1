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

    package static var schemas: [any VersionedSchema.Type] { [JournalSchemaV1.self] }

    package static var stages: [MigrationStage] { [] }

    /// Returns the code with which the stage to a version begins, which passes it to the observer.
    static func announcing(
        _ version: any VersionedSchema.Type
    ) -> @Sendable (ModelContext) throws -> Void {
        let identifier = version.versionIdentifier
        return { _ in observer?.willMigrate(identifier) }
    }
}
