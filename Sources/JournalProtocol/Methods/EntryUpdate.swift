// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Changes an entry; what is not named stays as it is.
package struct EntryUpdate: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryUpdate

    /// Which entry.
    package var id: EntryReference
    /// The revision the caller saw; another one now is a conflict and nothing is changed.
    package var ifRevision: Int64?
    /// The new text.
    package var text: String?
    /// Whether it is starred.
    package var starred: Bool?
    /// The name or id of the notebook it moves to.
    package var notebook: String?
    /// Whether a notebook of that name is made when there is none.
    package var createNotebook: Bool
    /// All its tags from now on.
    package var tags: [String]?
    /// How much of the entry the reply carries.
    package var include: Include

    /// Describes a change.
    package init(
        id: EntryReference,
        ifRevision: Int64? = nil,
        text: String? = nil,
        starred: Bool? = nil,
        notebook: String? = nil,
        createNotebook: Bool = false,
        tags: [String]? = nil,
        include: Include = .ids
    ) {
        self.id = id
        self.ifRevision = ifRevision
        self.text = text
        self.starred = starred
        self.notebook = notebook
        self.createNotebook = createNotebook
        self.tags = tags
        self.include = include
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        ifRevision = try fields.optional("ifRev")
        text = try fields.optional("text")
        starred = try fields.optional("starred")
        notebook = try fields.optional("notebook")
        createNotebook = try fields.optional("createNotebook") ?? false
        tags = try fields.array("tags")
        include = try fields.optional("include") ?? .ids
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("ifRev", ifRevision)
        object.append("text", text)
        object.append("starred", starred)
        object.append("notebook", notebook)
        object.append("createNotebook", createNotebook ? true : nil)
        object.append("tags", each: tags)
        object.append("include", include == .ids ? nil : include)
        return .object(object)
    }
}
