// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Changes an entry; attributes that are nil keep their values.
package struct EntryUpdate: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryUpdate

    /// The entry to change.
    package var id: EntryReference
    /// The revision that the caller has seen; any other current revision is a conflict.
    package var ifRevision: Int64?
    /// The new text.
    package var text: String?
    /// Whether the entry is to be starred.
    package var starred: Bool?
    /// The name or id of the notebook to move the entry to.
    package var notebook: String?
    /// Whether to create the notebook if no notebook has this name.
    package var createNotebook: Bool
    /// The names of all tags, replacing the current ones.
    package var tags: [String]?
    /// The names of tags to add to the others.
    package var addTags: [String]
    /// The names of tags to remove, before others are added.
    package var removeTags: [String]
    /// The creation time, which replaces a wrong one.
    package var createdAt: Timestamp?
    /// The time zone of the author.
    package var zone: String?
    /// The amount of detail about the entry in the reply.
    package var include: Include

    /// Creates a request that changes an entry.
    package init(
        id: EntryReference,
        ifRevision: Int64? = nil,
        text: String? = nil,
        starred: Bool? = nil,
        notebook: String? = nil,
        createNotebook: Bool = false,
        tags: [String]? = nil,
        addTags: [String] = [],
        removeTags: [String] = [],
        createdAt: Timestamp? = nil,
        zone: String? = nil,
        include: Include = .ids
    ) {
        self.id = id
        self.ifRevision = ifRevision
        self.text = text
        self.starred = starred
        self.notebook = notebook
        self.createNotebook = createNotebook
        self.tags = tags
        self.addTags = addTags
        self.removeTags = removeTags
        self.createdAt = createdAt
        self.zone = zone
        self.include = include
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        ifRevision = try fields.optional("ifRev", \.ifRevision)
        text = try fields.optional("text", \.text)
        starred = try fields.optional("starred", \.starred)
        notebook = try fields.optional("notebook", \.notebook)
        createNotebook = try fields.optional("createNotebook", \.createNotebook, default: false)
        tags = try fields.optional("tags", \.tags)
        addTags = try fields.optional("addTags", \.addTags, default: [])
        removeTags = try fields.optional("removeTags", \.removeTags, default: [])
        createdAt = try fields.optional("createdAt", \.createdAt)
        zone = try fields.optional("zone", \.zone)
        include = try fields.optional("include", \.include, default: .ids)
    }
}
