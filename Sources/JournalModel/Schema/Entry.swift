// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// One thing that somebody wrote down.
    @Model
    package final class Entry {
        // Every listing is of the trash or of what is outside of it, of everything or of one notebook,
        // and goes by time. With just these columns in this order it reads an index and as many rows as
        // it shows; an index over one of them alone would be preferred and end in sorting everything.
        #Index<Entry>([\.trashedAt, \.createdAt], [\.notebook, \.trashedAt, \.createdAt])

        /// The identity; the client may have chosen it.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// What was written.
        @Attribute(.spotlight) package var text: String
        /// When it was written.
        package var createdAt: Date
        /// How many minutes east of UTC the writer's clock was.
        package var offsetMinutes: Int
        /// The IANA name of the writer's time zone.
        package var zone: String
        /// The day the writer's calendar showed, as yyyy-mm-dd.
        package var localDay: String
        /// When it was last changed.
        package var modifiedAt: Date
        /// Whether the writer marked it.
        package var starred: Bool
        /// The number of the commit that last changed it.
        package var revision: Int
        /// When it was put into the trash; nil outside of it.
        package var trashedAt: Date?
        /// Where it is kept.
        package var notebook: Notebook?
        /// What it is about.
        @Relationship(inverse: \Tag.entries) package var tags: [Tag] = []
        /// What is attached to it.
        @Relationship(deleteRule: .cascade, inverse: \Attachment.entry)
        package var attachments: [Attachment] = []
        /// What it said before.
        @Relationship(deleteRule: .cascade, inverse: \EarlierText.entry)
        package var earlierTexts: [EarlierText] = []

        /// Makes an entry that was never changed.
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
    }

    /// What an entry said until it was changed.
    @Model
    package final class EarlierText {
        /// The text.
        package var text: String
        /// When another one took its place.
        package var replacedAt: Date
        /// Whose text it was.
        package var entry: Entry?

        /// Keeps a text.
        package init(text: String, replacedAt: Date) {
            self.text = text
            self.replacedAt = replacedAt
        }
    }

    /// A file that belongs to an entry.
    @Model
    package final class Attachment {
        /// The identity.
        @Attribute(.unique) package var uuid: UUID
        /// The file's name.
        package var name: String
        /// The IANA media type.
        package var mediaType: String
        /// How many bytes it has.
        package var size: Int
        /// The SHA-256 digest of its bytes, in hexadecimal.
        package var digest: String
        /// The bytes.
        @Attribute(.externalStorage) package var content: Data
        /// Whose file it is.
        package var entry: Entry?

        /// Describes a file.
        package init(
            uuid: UUID,
            name: String,
            mediaType: String,
            digest: String,
            content: Data
        ) {
            self.uuid = uuid
            self.name = name
            self.mediaType = mediaType
            size = content.count
            self.digest = digest
            self.content = content
        }
    }
}
