// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The third version of the journal's schema, the current one: that of version 2 with the steps
/// that can be undone.
package enum JournalSchemaV3: VersionedSchema {
    package static var models: [any PersistentModel.Type] {
        JournalSchemaV2.models + [StepPart.self]
    }
    package static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
}

package typealias StepPart = JournalSchemaV3.StepPart
