// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The work of `journal drafts use`: opens a saved text in the editor, writes it, and removes the
/// file.
package struct DraftUse {
    private let context: CommandContext
    private let client: JournalClient
    private let editor: Editor
    private let isEdited: Bool
    /// The notebook that replaces the saved one.
    package var notebook: String?
    /// The tags that replace the saved ones; tags in the text itself remain.
    package var tags: [String]?

    /// Creates a use of saved text for a run.
    ///
    /// - Parameters:
    ///   - context: The run.
    ///   - isEdited: Whether the editor is opened.
    /// - Throws: The error of an invalid option.
    package init(_ context: CommandContext, isEdited: Bool) throws(ClientError) {
        self.context = context
        client = try context.client
        editor = Editor(
            environment: context.environment,
            setting: context.settings.editor,
            stateDirectory: try context.stateDirectory()
        )
        self.isEdited = isEdited
    }

    /// Writes a text; after a failure it is still in a file.
    package func run(_ saved: SavedText) throws(ClientError) {
        let lock = try DraftLock(saved.path)
        defer { withExtendedLifetime(lock) {} }
        let text = try saved.text()
        guard saved.kind != .undelivered else { return try deliver(text, from: saved) }
        var attributes = DraftAttributes(ofDraft: saved.path)
        let hasEntry = attributes.entry.map { !$0.isEmpty } ?? (saved.edit != nil)
        guard hasEntry || !EntryBuffer.isBuffer(text) else {
            return try writeSeveral(text, attributes: attributes, replacing: saved, holding: lock)
        }
        try replaceAttributes(&attributes, replacing: saved)
        if let id = attributes.entry {
            attributes.entry = nil
            try change(
                try edit(of: id, replacing: saved),
                text: text,
                attributes: attributes,
                replacing: saved,
                holding: lock
            )
        } else if let edit = saved.edit {
            try change(edit, text: text, attributes: attributes, replacing: saved, holding: lock)
        } else {
            let text = try edited(text, replacing: saved, holding: lock)
            try create(
                newEntry(text.text, attributes: attributes),
                draft: text.draft,
                replacing: saved
            )
        }
    }

    /// Updates the draft's attributes in memory and on disk, so that they are kept if this use
    /// fails.
    private func replaceAttributes(
        _ attributes: inout DraftAttributes,
        replacing saved: SavedText
    ) throws(ClientError) {
        guard notebook != nil || tags != nil else { return }
        attributes.notebook = notebook ?? attributes.notebook
        if let tags {
            attributes.tags = tags
            attributes.addTags = []
            attributes.removeTags = []
        }
        try attributes.write(toDraft: saved.path)
    }

    /// Writes a draft with several entries.
    private func writeSeveral(
        _ text: String,
        attributes: DraftAttributes,
        replacing saved: SavedText,
        holding lock: DraftLock
    ) throws(ClientError) {
        guard notebook == nil, tags == nil else {
            throw ClientError(
                .usage,
                "-N and -t cannot be combined with a draft of several entries, "
                    + "as in \(saved.name)"
            )
        }
        var editing = try EntriesEditing(context)
        editing.isResumed = true
        editing.hasTextTags = context.settings.makesTextTags(attributes.textTags)
        try editing.write(try edited(text, replacing: saved, holding: lock), to: [])
    }

    /// Returns the text after the editor has worked on the file.
    private func edited(
        _ text: String,
        replacing saved: SavedText,
        holding lock: DraftLock
    ) throws(ClientError) -> TextSource.Text {
        guard isEdited else { return .init(text: try Self.requireText(text), draft: saved.path) }
        let draft = try editor.open(saved.path, holding: lock)
        if draft.text.isBlank { FileSystem.discard(saved.path) }
        return .init(text: try Self.requireText(draft.text), draft: saved.path)
    }

    private static func requireText(_ text: String) throws(ClientError) -> String {
        guard !text.isBlank else {
            throw ClientError(.input, "the text is empty; nothing was written")
        }
        return text
    }

    // MARK: New entries

    private func newEntry(_ text: String, attributes: DraftAttributes) -> EntryCreate {
        let tags = attributes.tags ?? []
        let hasTextTags = context.settings.makesTextTags(attributes.textTags)
        return EntryCreate(
            id: attributes.id ?? .random(),
            text: text,
            notebook: attributes.notebook ?? context.settings.notebook,
            createNotebook: attributes.createNotebook,
            tags: hasTextTags ? TextTags(text).adding(to: tags) : tags,
            starred: attributes.starred ?? false,
            createdAt: attributes.createdAt ?? LocalTime.now(),
            zone: attributes.zone ?? LocalTime.zone(environment: context.environment)
        )
    }

    private func create(
        _ call: EntryCreate,
        draft: String?,
        replacing saved: SavedText
    ) throws(ClientError) {
        var writer = try EntryWriter(context)
        writer.notebookCreated = EntryWriter.announceNotebook
        let written = try writer.write(call, draft: draft)
        finish(written, verb: "written", path: saved.path)
    }

    /// Delivers a text of the outbox with its attributes.
    private func deliver(_ text: String, from saved: SavedText) throws(ClientError) {
        guard isEdited else {
            return try EntryWriter(context).flushOutbox([saved.path]) {
                replaceAttributes(&$0)
            } _: { written in
                finish(written, verb: "written", path: saved.path)
            }
        }
        var call = try Outbox.call(at: saved.path)
        replaceAttributes(&call)
        let draft = try editor.edit(text, name: "new", attributes: DraftAttributes(call))
        if draft.text.isBlank { draft.discard() }
        call.text = try Self.requireText(draft.text)
        do throws(ClientError) {
            try create(call, draft: draft.path, replacing: saved)
            draft.discard()
        } catch {
            // The writer has saved the edited text, with its attributes if it can be delivered.
            FileSystem.discard(saved.path)
            throw error
        }
    }

    /// Replaces attributes of a text of the outbox.
    private func replaceAttributes(_ call: inout EntryCreate) {
        call.notebook = notebook ?? call.notebook
        guard let tags else { return }
        let hasTextTags = DraftAttributes(call).textTags != false
        call.tags = hasTextTags ? TextTags(call.text).adding(to: tags) : tags
    }

    // MARK: Edits

    /// Returns the edit of the entry that an argument names.
    private func edit(of id: String, replacing saved: SavedText) throws(ClientError)
        -> SavedText.Edit
    {
        let newAdvice = "To make it a new entry: journal new - < \(saved.path)"
        guard !id.isEmpty else {
            throw ClientError(
                .usage,
                "\(saved.name) is the text of an edit whose entry is not known",
                advice: "To change an entry: journal edit ID - < \(saved.path)\n\(newAdvice)"
            )
        }
        do throws(ClientError) {
            let entry = try client.call(EntryGet(id: try EntryArgument.reference(id))).entry
            return SavedText.Edit(id: entry.id, revision: entry.revision)
        } catch {
            let isWrongID = error.code == .usage || error.cause?.kind == .entryNotFound
            throw isWrongID ? error.adding(newAdvice) : error
        }
    }

    /// Writes the text of an entry; one that was changed since is merged in the editor.
    private func change(
        _ edit: SavedText.Edit,
        text: String,
        attributes: DraftAttributes,
        replacing saved: SavedText,
        holding lock: DraftLock
    ) throws(ClientError) {
        let entry: EntryRecord
        do throws(ClientError) {
            entry = try client.call(EntryGet(id: EntryReference(edit.id))).entry
        } catch {
            guard error.cause?.kind == .entryNotFound else { throw error }
            throw error.adding("To make it a new entry: journal new - < \(saved.path)")
        }
        let hasOptions = attributes != DraftAttributes()
        guard hasOptions || !text.utf8.elementsEqual(entry.text.utf8) else {
            StandardError.say("journal: the entry has this text; the file was removed")
            FileSystem.discard(saved.path)
            return
        }
        if entry.revision == edit.revision {
            let text = try edited(text, replacing: saved, holding: lock).text
            try write(text, to: entry, attributes: attributes, replacing: saved, draft: saved.path)
        } else {
            guard isEdited else {
                throw ClientError(
                    .input,
                    "entry \(entry.id) was changed since; the two versions have to be merged",
                    advice: "To merge them in the editor: journal drafts use \(saved.name)"
                )
            }
            let merged = ConflictText(own: text, current: entry.text).text
            let name = "\(entry.id)-\(entry.revision)"
            let draft = try editor.edit(merged, name: name, attributes: attributes)
            defer { withExtendedLifetime(draft) {} }
            try write(
                draft.text,
                to: entry,
                attributes: attributes,
                replacing: saved,
                draft: draft.path
            )
        }
    }

    private func write(
        _ text: String,
        to entry: EntryRecord,
        attributes: DraftAttributes,
        replacing saved: SavedText,
        draft: String
    ) throws(ClientError) {
        let text = try Self.requireText(text)
        guard !ConflictText.isUnresolved(text) else {
            // The merged text contains this one.
            if draft != saved.path { FileSystem.discard(saved.path) }
            throw ClientError(
                .input,
                "the text still has the lines <<<<<<< and >>>>>>>; nothing was written",
                advice: Drafts.note(draft)
            )
        }
        var editing = EntryEditing(
            client: client,
            stateDirectory: try context.stateDirectory()
        )
        editing.notebookCreated = EntryWriter.announceNotebook
        let written: EntryWritten
        do throws(ClientError) {
            written = try editing.update(
                entry,
                applying: update(of: entry, text: text, attributes: attributes),
                draft: draft,
                attributes: attributes
            )
        } catch {
            // The merged text contains this one. It is in its draft, or it was saved as a conflict.
            if draft != saved.path { FileSystem.discard(saved.path) }
            throw error
        }
        if draft != saved.path { FileSystem.discard(draft) }
        finish(written, verb: "changed", path: saved.path)
    }

    private func update(
        of entry: EntryRecord,
        text: String,
        attributes: DraftAttributes
    ) -> EntryUpdate {
        let hasTextTags = context.settings.makesTextTags(attributes.textTags)
        let textTags =
            hasTextTags ? TextTags.edited(entry.tags, from: entry.text, to: text) : nil
        return EntryUpdate(
            id: EntryReference(entry.id),
            text: text,
            starred: attributes.starred,
            notebook: attributes.notebook,
            createNotebook: attributes.createNotebook,
            tags: attributes.tags ?? textTags,
            addTags: attributes.addTags,
            removeTags: attributes.removeTags,
            createdAt: attributes.createdAt,
            zone: attributes.zone,
            include: context.format == .text ? .summary : .full
        )
    }

    private func finish(_ written: EntryWritten, verb: String, path: String) {
        FileSystem.discard(path)
        context.show(
            written.id.text,
            written.json,
            stored: "entry \(written.id) was \(verb)"
        )
    }
}
