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

    /// Creates a use of texts for a run.
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
            stateDirectory: try context.stateDirectory()
        )
        self.isEdited = isEdited
    }

    /// Writes a text; after a failure it is still in a file.
    package func run(_ saved: SavedText) throws(ClientError) {
        let text = try saved.text()
        if let edit = saved.edit {
            try change(edit, text, saved)
        } else if saved.kind == .undelivered {
            try deliver(text, saved)
        } else if EntryBuffer.isBuffer(text) {
            var editing = try EntriesEditing(context)
            editing.isResumed = true
            try editing.write(try edited(text, saved), to: [])
        } else {
            let text = try edited(text, saved)
            try create(newEntry(text.text), text.draft, saved)
        }
    }

    /// Returns the text after the editor has worked on the file.
    private func edited(
        _ text: String,
        _ saved: SavedText
    ) throws(ClientError) -> TextSource.Text {
        guard isEdited else { return .init(text: try Self.requireText(text), draft: saved.path) }
        let draft = try editor.open(saved.path)
        if Editor.isBlank(draft.text) { FileSystem.discard(saved.path) }
        return .init(text: try Self.requireText(draft.text), draft: saved.path)
    }

    private static func requireText(_ text: String) throws(ClientError) -> String {
        guard !Editor.isBlank(text) else {
            throw ClientError(.input, "the text is empty; nothing was written")
        }
        return text
    }

    // MARK: New entries

    private func newEntry(_ text: String) throws(ClientError) -> EntryCreate {
        EntryCreate(
            id: .random(),
            text: text,
            tags: TextTags(text).adding(to: []),
            createdAt: LocalTime.now(),
            zone: LocalTime.zone(environment: context.environment)
        )
    }

    private func create(
        _ call: EntryCreate,
        _ draft: String?,
        _ saved: SavedText
    ) throws(ClientError) {
        let written = try EntryWriter(context).write(call, draft: draft)
        context.record("drafts", written.cursor, [EntryChange(created: written)])
        finish(written, "written", saved.path)
    }

    /// Delivers a text of the outbox with its attributes.
    private func deliver(_ text: String, _ saved: SavedText) throws(ClientError) {
        guard isEdited else {
            return try EntryWriter(context).flushOutbox([saved.path]) { written in
                context.record("drafts", written.cursor, [EntryChange(created: written)])
                finish(written, "written", saved.path)
            }
        }
        var call = try Outbox.call(at: saved.path)
        let draft = try editor.edit(text, name: "new")
        if Editor.isBlank(draft.text) { FileSystem.discard(draft.path) }
        call.text = try Self.requireText(draft.text)
        do throws(ClientError) {
            try create(call, draft.path, saved)
            FileSystem.discard(draft.path)
        } catch {
            // The writer has saved the edited text, with its attributes if it can be delivered.
            FileSystem.discard(saved.path)
            throw error
        }
    }

    // MARK: Edits

    /// Writes the text of an entry; one that was changed since is merged in the editor.
    private func change(
        _ edit: SavedText.Edit,
        _ text: String,
        _ saved: SavedText
    ) throws(ClientError) {
        let entry: EntryRecord
        do throws(ClientError) {
            entry = try client.call(EntryGet(id: EntryReference(edit.id))).entry
        } catch {
            guard error.cause?.kind == .entryNotFound else { throw error }
            throw error.adding("To make it a new entry: journal new - < \(saved.path)")
        }
        guard !text.utf8.elementsEqual(entry.text.utf8) else {
            StandardError.say("journal: the entry has this text; the file was removed")
            FileSystem.discard(saved.path)
            return
        }
        if entry.revision == edit.revision {
            try write(edited(text, saved).text, to: entry, saved, draft: saved.path)
        } else {
            guard isEdited else {
                throw ClientError(
                    .input,
                    "entry \(entry.id) was changed since; the two texts have to be merged",
                    advice: "To merge them in the editor: journal drafts use \(saved.name)"
                )
            }
            let merged = ConflictText(own: text, current: entry.text).text
            let draft = try editor.edit(merged, name: "\(entry.id)-\(entry.revision)")
            try write(draft.text, to: entry, saved, draft: draft.path)
        }
    }

    private func write(
        _ text: String,
        to entry: EntryRecord,
        _ saved: SavedText,
        draft: String
    ) throws(ClientError) {
        let text = try Self.requireText(text)
        guard !ConflictText.isUnresolved(text) else {
            throw ClientError(
                .input,
                "the text still has the lines <<<<<<< and >>>>>>>; nothing was written",
                advice: "The text was saved: \(draft)"
            )
        }
        let editing = EntryEditing(
            client: client,
            stateDirectory: try context.stateDirectory()
        )
        let update = EntryUpdate(
            id: EntryReference(entry.id),
            text: text,
            tags: TextTags.edited(entry.tags, from: entry.text, to: text),
            include: context.format == .text ? .summary : .full
        )
        let written: EntryWritten
        do throws(ClientError) {
            written = try editing.update(entry, update, draft: draft)
        } catch {
            if draft != saved.path, FileStatus(path: draft) == nil {
                // The merged text, which was saved as a conflict, contains this one.
                FileSystem.discard(saved.path)
            }
            throw error
        }
        context.record(
            "drafts",
            written.cursor,
            EntryChange(entry, update, written).map { [$0] } ?? []
        )
        if draft != saved.path { FileSystem.discard(draft) }
        finish(written, "changed", saved.path)
    }

    private func finish(_ written: EntryWritten, _ verb: String, _ path: String) {
        FileSystem.discard(path)
        context.show(
            written.id.text,
            written.json,
            stored: "entry \(written.id) was \(verb)"
        )
    }
}
