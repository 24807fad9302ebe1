// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// The first version of the journal's schema.
///
/// Stores contain these models, so they must not be changed; changes belong in the current version.
package enum JournalSchemaV1: VersionedSchema {
    package static var models: [any PersistentModel.Type] {
        [Notebook.self, Entry.self, Tag.self, Attachment.self, EarlierText.self]
    }
    package static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
}

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

extension JournalSchemaV1 {
    /// A piece of writing in the journal.
    @Model
    package final class Entry {
        // Every listing filters on the trash, optionally on one notebook, and sorts by time. With
        // these columns in this order it walks an index and reads only the rows that it returns.
        // SQLite would prefer an index on any one of the columns, and then sort all rows.
        #Index<Entry>([\.trashedAt, \.createdAt], [\.notebook, \.trashedAt, \.createdAt])

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
        package var trashedAt: Date?
        /// The notebook that contains the entry.
        package var notebook: Notebook?
        /// The tags of the entry.
        @Relationship(inverse: \Tag.entries) package var tags: [Tag] = []
        /// The files attached to the entry.
        @Relationship(deleteRule: .cascade, inverse: \Attachment.entry)
        package var attachments: [Attachment] = []
        /// The previous versions of the text.
        @Relationship(deleteRule: .cascade, inverse: \EarlierText.entry)
        package var earlierTexts: [EarlierText] = []

        /// Creates an entry without previous versions.
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

    /// A previous version of an entry's text.
    @Model
    package final class EarlierText {
        /// The text before the change.
        package var text: String
        /// The time of the change that replaced the text.
        package var replacedAt: Date
        /// The entry to which the text belonged.
        package var entry: Entry?

        /// Creates a previous version.
        package init(text: String, replacedAt: Date) {
            self.text = text
            self.replacedAt = replacedAt
        }
    }

    /// A file attached to an entry.
    @Model
    package final class Attachment {
        /// The identity of the attachment.
        @Attribute(.unique) package var uuid: UUID
        /// The name of the file.
        package var name: String
        /// The IANA media type, such as `image/jpeg`.
        package var mediaType: String
        /// The size of the content in bytes.
        package var size: Int
        /// The SHA-256 digest of the content, in hexadecimal.
        package var digest: String
        /// The content of the file.
        @Attribute(.externalStorage) package var content: Data
        /// The entry to which the file is attached.
        package var entry: Entry?

        /// Creates an attachment from the content of a file.
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
