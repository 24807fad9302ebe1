// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The third and current version of the journal's schema: version 2 and the steps of `undo`.
package enum JournalSchemaV3: VersionedSchema {
    package static var models: [any PersistentModel.Type] {
        JournalSchemaV2.models + [StepPart.self]
    }
    package static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
}

package typealias StepPart = JournalSchemaV3.StepPart
