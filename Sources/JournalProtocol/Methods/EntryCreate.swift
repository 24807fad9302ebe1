// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates an entry; repeating the request with the same id and text has no further effect.
package struct EntryCreate: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryCreate

    /// The id chosen by the client, which makes retries safe, or nil to let the daemon choose one.
    package var id: EntryID?
    /// The text of the entry.
    package var text: String
    /// The name or id of the notebook, or nil for the default notebook.
    package var notebook: String?
    /// Whether to create the notebook if no notebook has this name.
    package var createNotebook: Bool
    /// The names of the tags, which are created if they do not exist.
    package var tags: [String]
    /// Whether the entry is starred.
    package var starred: Bool
    /// The time of writing with the UTC offset of the author, or nil for the current time in UTC.
    package var createdAt: Timestamp?
    /// The IANA name of the author's time zone, or nil for `UTC`.
    package var zone: String?
    /// The versions of an entry that existed elsewhere, oldest first.
    package var earlierTexts: [ImportedVersion]
    /// The amount of detail about the entry in the reply.
    package var include: Include

    /// Whether the client chose the id; without an id, a repeated request creates a second entry.
    package var isIdempotent: Bool { id != nil }

    /// Creates a request for a new entry.
    package init(
        id: EntryID? = nil,
        text: String,
        notebook: String? = nil,
        createNotebook: Bool = false,
        tags: [String] = [],
        starred: Bool = false,
        createdAt: Timestamp? = nil,
        zone: String? = nil,
        earlierTexts: [ImportedVersion] = [],
        include: Include = .ids
    ) {
        self.id = id
        self.text = text
        self.notebook = notebook
        self.createNotebook = createNotebook
        self.tags = tags
        self.starred = starred
        self.createdAt = createdAt
        self.zone = zone
        self.earlierTexts = earlierTexts
        self.include = include
    }

    @inline(__always)
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.optional("id", \.id)
        text = try fields.required("text", \.text)
        notebook = try fields.optional("notebook", \.notebook)
        createNotebook = try fields.optional("createNotebook", \.createNotebook, default: false)
        tags = try fields.optional("tags", \.tags, default: [])
        starred = try fields.optional("starred", \.starred, default: false)
        createdAt = try fields.optional("createdAt", \.createdAt)
        zone = try fields.optional("zone", \.zone)
        earlierTexts = try fields.optional(
            "earlierTexts",
            \.earlierTexts,
            default: [],
            as: .array(0...Limits.earlierTexts, of: "texts")
        )
        include = try fields.optional("include", \.include, default: .ids)
    }
}
