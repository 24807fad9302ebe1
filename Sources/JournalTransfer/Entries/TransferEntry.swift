// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// An entry between a file format and the journal.
package struct TransferEntry: Sendable, Equatable {
    /// The UUID of the entry, or nil if the file has none.
    package var id: EntryID?
    /// The text.
    package var text: String
    /// The time of writing, or nil if the file has none.
    package var createdAt: Timestamp?
    /// The IANA name of the author's time zone, or nil if the file has none.
    package var zone: String?
    /// The name of the notebook, or nil if the file has none.
    package var notebook: String?
    /// The names of the tags.
    package var tags: [String]
    /// Whether the entry is starred.
    package var starred: Bool
    /// The attached files.
    package var attachments: [TransferAttachment]
    /// The earlier versions of the text, oldest first.
    package var earlierTexts: [ImportedVersion] = []
    /// The paths of files that the text shows, relative to the folder of the file; some of them may
    /// not exist.
    package var shownPaths: [String] = []
    /// The names of the fields that an entry has no place for.
    package var omittedFields: [String] = []
    /// The place where the entry was written, in words.
    package var place: String?
    /// The weather at the time of writing, in words.
    package var weather: String?
    /// The time zone of the file, if `zone` is another name.
    package var replacedZone: ReplacedZone?

    /// Creates an entry.
    package init(
        id: EntryID? = nil,
        text: String,
        createdAt: Timestamp? = nil,
        zone: String? = nil,
        notebook: String? = nil,
        tags: [String] = [],
        starred: Bool = false,
        attachments: [TransferAttachment] = []
    ) {
        self.id = id
        self.text = text
        self.createdAt = createdAt
        self.zone = zone
        self.notebook = notebook
        self.tags = tags
        self.starred = starred
        self.attachments = attachments
    }

    /// Appends the place and the weather to the text, as a last paragraph.
    package mutating func appendPlace() {
        let lines = [place.map { "Place: \($0)" }, weather.map { "Weather: \($0)" }]
        let paragraph = lines.compactMap { $0 }.joined(separator: "\n")
        if !paragraph.isEmpty { text += "\n\n\(paragraph)" }
    }

    /// Creates the exported form of a journal entry.
    package init(_ record: EntryRecord) {
        self.init(
            id: record.id,
            text: record.text,
            createdAt: record.createdAt,
            zone: record.zone,
            notebook: record.notebook.name,
            tags: record.tags,
            starred: record.starred,
            attachments: record.attachments.map { TransferAttachment($0) }
        )
    }
}

/// A file that belongs to an entry between a file format and the journal.
package struct TransferAttachment: Sendable, Equatable {
    /// The UUID of the attachment, or nil if the file has none.
    package var id: EntryID?
    /// The name of the attachment.
    package var name: String
    /// The IANA media type, or nil if the file has none.
    package var mediaType: String?
    /// The size in bytes, or nil if the file has none.
    package var size: Int64?
    /// The SHA-256 digest of the content in hexadecimal, or nil if the file has none.
    package var digest: String?
    /// The MD5 digest of the content in hexadecimal, which names the file in exports of Day One.
    package var md5: String?
    /// The path of the content, relative to the folder of the file; nil if the content is missing.
    package var path: String?

    /// Creates an attachment.
    package init(
        id: EntryID? = nil,
        name: String,
        mediaType: String? = nil,
        size: Int64? = nil,
        digest: String? = nil,
        md5: String? = nil,
        path: String? = nil
    ) {
        self.id = id
        self.name = name
        self.mediaType = mediaType
        self.size = size
        self.digest = digest
        self.md5 = md5
        self.path = path
    }

    /// Creates the form of an attachment of the journal in which it leaves the journal.
    package init(_ record: AttachmentRecord) {
        self.init(
            id: EntryID(record.id),
            name: record.name,
            mediaType: record.mediaType,
            size: record.size,
            digest: record.digest
        )
    }
}
