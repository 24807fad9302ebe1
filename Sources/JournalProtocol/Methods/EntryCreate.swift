// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes a new entry; sending it again with the same id and text changes nothing.
package struct EntryCreate: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryCreate

    /// The identity the client chose, which makes a retry safe; the daemon chooses one otherwise.
    package var id: EntryID?
    /// The text.
    package var text: String
    /// The name or id of the notebook; the default one when absent.
    package var notebook: String?
    /// Whether a notebook of that name is made when there is none.
    package var createNotebook: Bool
    /// The names of its tags; unknown ones are made.
    package var tags: [String]
    /// Whether it is starred.
    package var starred: Bool
    /// When it was written, with the writer's offset; now, in UTC, when absent.
    package var createdAt: Timestamp?
    /// The IANA name of the writer's time zone; `UTC` when absent.
    package var zone: String?
    /// How much of the entry the reply carries.
    package var include: Include

    /// Whether the client chose the id: without one, a second request writes a second entry.
    package var isIdempotent: Bool { id != nil }

    /// Describes a new entry.
    package init(
        id: EntryID? = nil,
        text: String,
        notebook: String? = nil,
        createNotebook: Bool = false,
        tags: [String] = [],
        starred: Bool = false,
        createdAt: Timestamp? = nil,
        zone: String? = nil,
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
        self.include = include
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.optional("id")
        text = try fields.required("text")
        notebook = try fields.optional("notebook")
        createNotebook = try fields.optional("createNotebook") ?? false
        tags = try fields.array("tags") ?? []
        starred = try fields.optional("starred") ?? false
        createdAt = try fields.optional("createdAt")
        zone = try fields.optional("zone")
        include = try fields.optional("include") ?? .ids
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("text", text)
        object.append("notebook", notebook)
        object.append("createNotebook", createNotebook ? true : nil)
        object.append("tags", each: tags.isEmpty ? nil : tags)
        object.append("starred", starred ? true : nil)
        object.append("createdAt", createdAt)
        object.append("zone", zone)
        object.append("include", include == .ids ? nil : include)
        return .object(object)
    }
}
