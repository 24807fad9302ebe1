// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An entry of the journal as clients see it.
package struct EntryRecord: Sendable, Equatable {
    /// Which notebook holds an entry.
    package struct NotebookReference: Sendable, Equatable {
        /// Its identity, a UUID in text form.
        package var id: String
        /// Its name.
        package var name: String

        /// Names a notebook.
        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The identity, a UUID in text form.
    package var id: EntryID
    /// The text, or its beginning when `truncated` says so.
    package var text: String
    /// When it was written, with the writer's offset.
    package var createdAt: Timestamp
    /// The IANA name of the writer's time zone.
    package var zone: String
    /// The day the writer's calendar showed.
    package var localDay: Day
    /// When it was last changed.
    package var modifiedAt: Timestamp
    /// Whether the writer marked it.
    package var starred: Bool
    /// The number of the commit that last changed it; `ifRev` compares it.
    package var revision: Int64
    /// Where it is kept.
    package var notebook: NotebookReference
    /// The names of its tags, sorted.
    package var tags: [String]
    /// What is attached.
    package var attachments: [AttachmentRecord]
    /// When it was put into the trash, if it is there.
    package var trashedAt: Timestamp?
    /// Whether `text` is only the beginning.
    package var truncated: Bool

    /// Puts an entry together.
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
        truncated: Bool = false
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
    }
}

extension EntryRecord {
    /// How many characters of the text a summary keeps.
    package static let summaryLength = 280

    /// The entry with its text cut to the beginning.
    package var summary: EntryRecord {
        let beginning = text.prefix(Self.summaryLength)
        guard beginning.endIndex != text.endIndex else { return self }
        var copy = self
        copy.text = String(beginning)
        copy.truncated = true
        return copy
    }
}

extension EntryRecord: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        text = try fields.required("text")
        createdAt = try fields.required("createdAt")
        zone = try fields.required("zone")
        localDay = try fields.required("localDay")
        modifiedAt = try fields.required("modifiedAt")
        starred = try fields.optional("starred") ?? false
        revision = try fields.required("rev")
        notebook = try fields.required("notebook")
        tags = try fields.array("tags") ?? []
        attachments = try fields.array("attachments") ?? []
        trashedAt = try fields.optional("trashedAt")
        truncated = try fields.optional("truncated") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("rev", revision)
        object.append("notebook", notebook)
        object.append("createdAt", createdAt)
        object.append("zone", zone)
        object.append("localDay", localDay)
        object.append("modifiedAt", modifiedAt)
        object.append("starred", starred)
        object.append("tags", each: tags)
        object.append("attachments", each: attachments.isEmpty ? nil : attachments)
        object.append("trashedAt", trashedAt)
        object.append("truncated", truncated ? true : nil)
        object.append("text", text)
        return .object(object)
    }
}

extension EntryRecord.NotebookReference: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        name = try fields.required("name")
    }

    package var json: JSON { ["id": .string(id), "name": .string(name)] }
}
