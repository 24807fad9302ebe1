// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// A collection of entries; each entry is in exactly one notebook.
    @Model
    package final class Notebook {
        /// The identity of the notebook.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The name as entered by the user.
        package var name: String
        /// The lowercase name, unique among notebooks.
        @Attribute(.unique) package var key: String
        /// The number of the commit that last changed the notebook.
        package var revision: Int
        /// The entries in the notebook, including those in the trash.
        @Relationship(deleteRule: .deny, inverse: \Entry.notebook) package var entries: [Entry] = []

        /// Creates an empty notebook.
        package init(uuid: UUID, name: Name, revision: Int) {
            self.uuid = uuid
            self.name = name.text
            key = name.key
            self.revision = revision
        }
    }

    /// A label for entries.
    @Model
    package final class Tag {
        /// The identity of the tag.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The name as first entered by the user.
        package var name: String
        /// The lowercase name, unique among tags.
        @Attribute(.unique) package var key: String
        /// The number of the commit that last changed the tag.
        package var revision: Int
        /// The tagged entries, including those in the trash.
        package var entries: [Entry] = []

        /// Creates a tag without entries.
        package init(uuid: UUID, name: Name, revision: Int) {
            self.uuid = uuid
            self.name = name.text
            key = name.key
            self.revision = revision
        }
    }
}

extension JournalSchemaV1.Notebook {
    /// The identity of the default notebook, the same one in all journals.
    ///
    /// The default notebooks of two journals that are synchronized are one row, so that no entry
    /// has to move from one to the other (decision 0242). It is smaller than random identities.
    package static let defaultIdentity = UUID(
        high: 0x0000_0000_0000_8000,
        low: 0x8000_6a6f_7572_6e61
    )
}
