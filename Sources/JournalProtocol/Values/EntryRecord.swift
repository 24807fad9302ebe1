// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An entry as represented in the protocol.
package struct EntryRecord: Sendable, Equatable {
    /// The identity and the name of an entry's notebook.
    package struct NotebookReference: Sendable, Equatable {
        /// The UUID of the notebook in text form.
        package var id: String
        /// The name of the notebook.
        package var name: String

        /// Creates a reference to a notebook.
        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The UUID of the entry.
    package var id: EntryID
    /// The text, or its beginning if `truncated` is true.
    package var text: String
    /// The time of writing, with the UTC offset of the author.
    package var createdAt: Timestamp
    /// The IANA name of the author's time zone.
    package var zone: String
    /// The date of writing in the author's time zone.
    package var localDay: Day
    /// The time of the last change.
    package var modifiedAt: Timestamp
    /// Whether the entry is starred.
    package var starred: Bool
    /// The number of the commit that last changed the entry, which `ifRev` is compared with.
    package var revision: Int64
    /// The notebook that contains the entry.
    package var notebook: NotebookReference
    /// The names of the entry's tags, sorted.
    package var tags: [String]
    /// The metadata of the attached files.
    package var attachments: [AttachmentRecord]
    /// The time of the move to the trash, or nil if the entry is not in the trash.
    package var trashedAt: Timestamp?
    /// Whether `text` contains only the beginning of the entry's text.
    package var truncated: Bool
    /// The number of conflicts: versions of the entry that another machine replaced unseen.
    package var conflicts: Int

    /// Whether the text is damaged in the store; `text` is then empty, as no text of an entry is.
    package var isUnreadable: Bool

    /// Creates an entry record.
    package init(
        id: EntryID,
        text: String,
        createdAt: Timestamp,
        zone: String,
        localDay: Day,
        modifiedAt: Timestamp,
        starred: Bool,
        revision: Int64,
        notebook: NotebookReference,
        tags: [String] = [],
        attachments: [AttachmentRecord] = [],
        trashedAt: Timestamp? = nil,
        truncated: Bool = false,
        conflicts: Int = 0,
        isUnreadable: Bool = false
    ) {
        self.id = id
        self.text = text
        self.createdAt = createdAt
        self.zone = zone
        self.localDay = localDay
        self.modifiedAt = modifiedAt
        self.starred = starred
        self.revision = revision
        self.notebook = notebook
        self.tags = tags
        self.attachments = attachments
        self.trashedAt = trashedAt
        self.truncated = truncated
        self.conflicts = conflicts
        self.isUnreadable = isUnreadable
    }
}

extension EntryRecord {
    /// The maximum number of characters in the text of a summary.
    package static let summaryLength = 280

    /// The entry with its text truncated to `summaryLength`.
    package var summary: EntryRecord {
        // Finding the ends of characters takes long, and a character is at least a byte.
        guard text.utf8.count > Self.summaryLength else { return self }
        let beginning = text.prefix(characters: Self.summaryLength)
        guard beginning.endIndex != text.endIndex else { return self }
        var copy = self
        copy.text = String(beginning)
        copy.truncated = true
        return copy
    }
}

extension String {
    /// Returns the first characters; if all of them are single bytes, without dividing the text
    /// into characters.
    fileprivate func prefix(characters count: Int) -> Substring {
        // A byte that follows may belong to the last character, and CR LF is one.
        let bytes = utf8.prefix(count + 1)
        guard bytes.count > count, bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else {
            return prefix(count)
        }
        return self[..<utf8.index(startIndex, offsetBy: count)]
    }
}

extension EntryRecord: ProtocolObject {
    @inline(__always)
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        revision = try fields.required("rev", \.revision)
        notebook = try fields.required("notebook", \.notebook)
        createdAt = try fields.required("createdAt", \.createdAt)
        zone = try fields.required("zone", \.zone)
        localDay = try fields.required("localDay", \.localDay)
        modifiedAt = try fields.required("modifiedAt", \.modifiedAt)
        starred = try fields.sent("starred", \.starred, ifAbsent: false)
        tags = try fields.sent("tags", \.tags, ifAbsent: [])
        attachments = try fields.optional("attachments", \.attachments, default: [])
        trashedAt = try fields.optional("trashedAt", \.trashedAt)
        truncated = try fields.optional("truncated", \.truncated, default: false)
        conflicts = try fields.optional("conflicts", \.conflicts, default: 0)
        isUnreadable = try fields.optional("unreadable", \.isUnreadable, default: false)
        text = try fields.required("text", \.text)
    }
}

extension EntryRecord.NotebookReference: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        name = try fields.required("name", \.name)
    }
}
