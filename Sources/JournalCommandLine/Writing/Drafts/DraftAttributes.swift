// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The options of the command that created a draft, in a hidden file in the draft's folder.
package struct DraftAttributes: Sendable, Equatable {
    /// The id that was chosen for a new entry.
    package var id: EntryID?
    /// The id, or its first digits, of the entry that the draft changes.
    ///
    /// It is the argument of a command that could not read the entry; empty if the entry of the
    /// edit is not known.
    package var entry: String?
    /// The name of the notebook.
    package var notebook: String?
    /// Whether to create the notebook without a message.
    package var createNotebook = false
    /// The names of the tags, apart from those in the text.
    package var tags: [String]?
    /// The names of tags to add to the entry.
    package var addTags: [String] = []
    /// The names of tags to remove from the entry.
    package var removeTags: [String] = []
    /// Whether the entry is to be starred.
    package var starred: Bool?
    /// The time of the entry.
    package var createdAt: Timestamp?
    /// The time zone of the author.
    package var zone: String?
    /// Whether words of the text become tags; nil means the setting.
    package var textTags: Bool?

    /// Creates the attributes of a command without options.
    package init() {}

    /// Collects the attributes of a new entry.
    ///
    /// Its tags include the tags of its text, unless `--no-text-tags` was given.
    package init(_ call: EntryCreate) {
        let own = TextTags(call.text)
        if own.adding(to: call.tags) != call.tags { textTags = false }
        let tags =
            textTags == false ? call.tags : call.tags.filter { !own.names.contains($0) }
        notebook = call.notebook
        createNotebook = call.createNotebook
        self.tags = tags.isEmpty ? nil : tags
        starred = call.starred ? true : nil
        createdAt = call.createdAt
        zone = call.zone
    }

    /// Collects the attributes of a change, apart from tags that follow from its text.
    package init(_ change: EntryUpdate) {
        notebook = change.notebook
        createNotebook = change.createNotebook
        tags = change.text == nil ? change.tags : nil
        addTags = change.addTags
        removeTags = change.removeTags
        starred = change.starred
        createdAt = change.createdAt
        zone = change.zone
    }

    /// Reads the attributes of a draft; there are none if they are missing or damaged.
    package init(ofDraft path: String) {
        guard let bytes = try? FileSystem.read(Self.path(path)), let json = try? JSON.parse(bytes),
            let attributes = try? Self(json: json)
        else { return }
        self = attributes
    }

    /// Writes the attributes of a draft, or removes attributes of a previous draft of the same
    /// name.
    package func write(toDraft path: String) throws(ClientError) {
        guard self != Self() else { return Self.remove(ofDraft: path) }
        try FileSystem.write(Array(json.description.utf8), to: Self.path(path))
    }

    /// Removes the attributes that a daemon has rejected from a draft.
    ///
    /// The text can then be used without them. If the attributes cannot be written, the file is
    /// unchanged: the text is safe.
    static func removeRejected(by error: ClientError, ofDraft path: String) {
        let former = Self(ofDraft: path)
        let accepted = former.accepted(after: error)
        if accepted != former { try? accepted.write(toDraft: path) }
    }

    /// Returns the attributes without those that a daemon has rejected.
    func accepted(after error: ClientError) -> Self {
        var result = self
        switch error.cause?.kind {
        case .notebookInvalid:
            result.notebook = nil
            result.createNotebook = false
        case .tagInvalid:
            result.tags = nil
            result.addTags = []
            result.removeTags = []
        // Another entry has the id.
        case .entryExists: result.id = nil
        default: break
        }
        return result
    }

    /// Removes the attributes of a draft.
    static func remove(ofDraft path: String) { try? FileSystem.remove(Self.path(path)) }

    private static func path(_ draft: String) -> String {
        let slash = draft.lastIndex(of: "/").map { draft.index(after: $0) } ?? draft.startIndex
        return "\(draft[..<slash]).\(draft[slash...]).attributes"
    }
}

extension ClientError {
    /// The option of `journal drafts use` that replaces the attribute that a daemon has rejected,
    /// after a space; empty if there is none.
    var replacingOption: String {
        switch cause?.kind {
        case .notebookInvalid: " -N NAME"
        case .tagInvalid: " -t NAME"
        default: ""
        }
    }
}

extension DraftAttributes: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.optional("id")
        entry = try fields.optional("entry")
        notebook = try fields.optional("notebook")
        createNotebook = try fields.optional("createNotebook") ?? false
        tags = try fields.array("tags")
        addTags = try fields.array("addTags") ?? []
        removeTags = try fields.array("removeTags") ?? []
        starred = try fields.optional("starred")
        createdAt = try fields.optional("createdAt")
        zone = try fields.optional("zone")
        textTags = try fields.optional("textTags")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("entry", entry)
        object.append("notebook", notebook)
        object.append("createNotebook", createNotebook ? true : nil)
        object.append("tags", each: tags)
        object.append("addTags", each: addTags.isEmpty ? nil : addTags)
        object.append("removeTags", each: removeTags.isEmpty ? nil : removeTags)
        object.append("starred", starred)
        object.append("createdAt", createdAt)
        object.append("zone", zone)
        object.append("textTags", textTags)
        return .object(object)
    }
}
