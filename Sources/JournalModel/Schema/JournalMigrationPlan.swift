// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The migration plan across all released versions of the schema.
package enum JournalMigrationPlan: SchemaMigrationPlan {
    package static var schemas: [any VersionedSchema.Type] { [JournalSchemaV1.self] }
    package static var stages: [MigrationStage] { [] }
}
