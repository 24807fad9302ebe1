// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The first version of the journal's schema, the current one.
///
/// Stores contain these models, so that a change of them is a new version.
package enum JournalSchemaV1: VersionedSchema {
    package static var models: [any PersistentModel.Type] {
        [
            Notebook.self, Entry.self, Tag.self, Attachment.self, AttachmentPart.self,
            EarlierText.self, StepPart.self,
        ]
    }
    package static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
}

package typealias Notebook = JournalSchemaV1.Notebook
package typealias Entry = JournalSchemaV1.Entry
package typealias Tag = JournalSchemaV1.Tag
package typealias Attachment = JournalSchemaV1.Attachment
package typealias AttachmentPart = JournalSchemaV1.AttachmentPart
package typealias EarlierText = JournalSchemaV1.EarlierText
package typealias StepPart = JournalSchemaV1.StepPart
