// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The second version of the journal's schema; the current version uses the same models.
package enum JournalSchemaV2: VersionedSchema {
    package static var models: [any PersistentModel.Type] {
        [
            Notebook.self, Entry.self, Tag.self, Attachment.self, AttachmentPart.self,
            EarlierText.self,
        ]
    }
    package static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
}

package typealias Notebook = JournalSchemaV2.Notebook
package typealias Entry = JournalSchemaV2.Entry
package typealias Tag = JournalSchemaV2.Tag
package typealias Attachment = JournalSchemaV2.Attachment
package typealias AttachmentPart = JournalSchemaV2.AttachmentPart
package typealias EarlierText = JournalSchemaV2.EarlierText
