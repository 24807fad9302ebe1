// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// Entries that belong together; each entry is in one.
    @Model
    package final class Notebook {
        /// The identity.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The name as it was written.
        package var name: String
        /// The name without its letter case; no two notebooks share one.
        @Attribute(.unique) package var key: String
        /// The number of the commit that last changed it.
        package var revision: Int
        /// What it holds, the trash included.
        @Relationship(deleteRule: .deny, inverse: \Entry.notebook) package var entries: [Entry] = []

        /// Makes an empty notebook.
        package init(uuid: UUID, name: Name, revision: Int) {
            self.uuid = uuid
            self.name = name.text
            key = name.key
            self.revision = revision
        }
    }

    /// A word that entries share.
    @Model
    package final class Tag {
        /// The identity.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The name as it was first written.
        package var name: String
        /// The name without its letter case; no two tags share one.
        @Attribute(.unique) package var key: String
        /// The number of the commit that last changed it.
        package var revision: Int
        /// What it is on, the trash included.
        package var entries: [Entry] = []

        /// Makes a tag that is on nothing.
        package init(uuid: UUID, name: Name, revision: Int) {
            self.uuid = uuid
            self.name = name.text
            key = name.key
            self.revision = revision
        }
    }
}
