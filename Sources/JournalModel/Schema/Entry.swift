// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// A piece of writing in the journal.
    @Model
    package final class Entry {
        // A listing of all notebooks reads a range of the first index, a listing of one notebook a
        // range of the second; both are in the order of time and identity. The last column is
        // compared in the index: only the rows that a page returns are read. Each index adds to the
        // writes of an entry, so that stars have none (decision 0175). The third finds the entries
        // that have been in the trash for long.
        #Index<Entry>(
            [\.isTrashed, \.createdAt, \.uuid, \.starred],
            [\.notebook, \.createdAt, \.uuid, \.isTrashed],
            [\.trashedAt]
        )

        /// The identity, possibly chosen by the client.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The text, which is also indexed for search.
        @Attribute(.spotlight) package var text: String
        /// The creation time.
        package var createdAt: Date
        /// The author's offset from UTC in minutes, positive to the east.
        package var offsetMinutes: Int
        /// The IANA name of the author's time zone.
        package var zone: String
        /// The local date of the author, as yyyy-mm-dd.
        package var localDay: String
        /// The time of the last change.
        package var modifiedAt: Date
        /// Whether the entry is starred.
        package var starred: Bool
        /// The number of the commit that last changed the entry.
        package var revision: Int
        /// The time of the move to the trash, or nil outside the trash.
        package private(set) var trashedAt: Date?
        /// Whether the entry has a `trashedAt`, in a form that lists of the trash can sort by an
        /// index.
        package private(set) var isTrashed: Bool = false
        /// The notebook that contains the entry.
        package var notebook: Notebook?
        /// The tags of the entry.
        @Relationship(inverse: \Tag.entries) package var tags: [Tag] = []
        /// The files attached to the entry.
        @Relationship(deleteRule: .cascade, inverse: \Attachment.entry)
        package var attachments: [Attachment] = []
        /// The earlier versions of the text.
        @Relationship(deleteRule: .cascade, inverse: \EarlierText.entry)
        package var earlierTexts: [EarlierText] = []

        /// Creates an entry without earlier versions.
        package init(
            uuid: UUID,
            text: String,
            moment: ZonedInstant,
            modifiedAt: Date,
            starred: Bool,
            revision: Int,
            notebook: Notebook? = nil
        ) {
            self.uuid = uuid
            self.text = text
            createdAt = moment.date
            offsetMinutes = moment.offsetMinutes
            zone = moment.zone
            localDay = moment.localDay
            self.modifiedAt = modifiedAt
            self.starred = starred
            self.revision = revision
            self.notebook = notebook
        }

        /// Moves the entry into the trash at an instant, or with nil out of it.
        package func setTrashTime(_ time: Date?) {
            trashedAt = time
            isTrashed = time != nil
        }
    }
}
