// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The first version of the journal's schema.
package enum JournalSchemaV1: VersionedSchema {
    package static var models: [any PersistentModel.Type] {
        [Notebook.self, Entry.self, Tag.self, Attachment.self, EarlierText.self]
    }
    package static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
}

package typealias Notebook = JournalSchemaV1.Notebook
package typealias Entry = JournalSchemaV1.Entry
package typealias Tag = JournalSchemaV1.Tag
package typealias Attachment = JournalSchemaV1.Attachment
package typealias EarlierText = JournalSchemaV1.EarlierText
