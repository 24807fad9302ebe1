// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The changes that a browser makes, each of which is a step for `journal undo`.
struct BrowserActions {
    /// The result of a change.
    struct Outcome {
        /// The message for the last line of the screen.
        var message: String
        /// A summary of the entry after the change; nil if it is not in the list then.
        var entry: EntryRecord?
    }

    /// The name of the command in the list of changes that can be undone.
    private static let command = "tui"
    private static let maximumAttemptCount = 5

    private let context: CommandContext
    private let client: JournalClient

    init(context: CommandContext) throws(ClientError) {
        self.context = context
        client = try context.client
    }

    // MARK: Editing

    /// Opens the text of an entry in the editor and writes it; a text that was changed in the
    /// meantime is not overwritten.
    func edit(_ entry: EntryRecord) throws(ClientError) -> Outcome {
        let draft = try editor().edit(entry.text, name: "\(entry.id)-\(entry.revision)")
        guard !draft.text.utf8.elementsEqual(Editor.trimmed(entry.text).utf8) else {
            draft.discard()
            return Outcome(message: "unchanged")
        }
        let change = EntryUpdate(
            id: EntryReference(entry.id),
            text: draft.text,
            tags: hasTextTags
                ? TextTags.edited(entry.tags, from: entry.text, to: draft.text) : nil,
            include: .summary
        )
        let editing = EntryEditing(client: client, stateDirectory: try context.stateDirectory())
        client.beginStep(Self.command)
        let written = try editing.update(entry, applying: change, draft: draft.path)
        draft.discard()
        return Outcome(message: "saved", entry: written.entry)
    }

    /// Writes a new entry in the editor.
    func write(notebook: String?) throws(ClientError) -> String {
        let draft = try editor().edit("", name: "new")
        guard !draft.text.isBlank else {
            draft.discard()
            return "nothing was written"
        }
        let call = EntryCreate(
            id: .random(),
            text: draft.text,
            notebook: notebook ?? context.settings.notebook,
            tags: hasTextTags ? TextTags(draft.text).adding(to: []) : [],
            createdAt: LocalTime.now(),
            zone: LocalTime.zone(environment: context.environment)
        )
        client.beginStep(Self.command)
        _ = try EntryWriter(context).write(call, draft: draft.path)
        draft.discard()
        return "written"
    }

    private var hasTextTags: Bool { context.settings.makesTextTags(nil) }

    private func editor() throws(ClientError) -> Editor {
        Editor(
            environment: context.environment,
            setting: context.settings.editor,
            stateDirectory: try context.stateDirectory()
        )
    }

    // MARK: Attributes

    /// Moves an entry to the trash.
    func delete(_ entry: EntryRecord) throws(ClientError) -> String {
        client.beginStep(Self.command)
        let trashing = EntryTrashing(client: client)
        guard try trashing.delete(EntryReference(entry.id)).isChanged else {
            return "\(entry.id) was in the trash already"
        }
        return "\(entry.id) was moved to the trash; u undoes it"
    }

    /// Stars an entry that has no star, and removes the star of one that has it.
    func star(_ entry: EntryRecord) throws(ClientError) -> Outcome {
        let written = try change(entry) { $0.starred = !entry.starred }
        return Outcome(message: entry.starred ? "star removed" : "starred", entry: written)
    }

    /// Adds tags to an entry and removes others.
    func tag(
        _ entry: EntryRecord,
        added: [String],
        removed: [String]
    ) throws(ClientError) -> Outcome {
        let written = try change(entry) {
            $0.addTags = added
            $0.removeTags = removed
        }
        let names = added.map { "+" + $0 } + removed.map { "-" + $0 }
        return Outcome(message: names.joined(separator: ", "), entry: written)
    }

    /// Moves an entry to a notebook, which is created if it does not exist.
    func move(_ entry: EntryRecord, notebook: String) throws(ClientError) -> Outcome {
        var isNew = false
        let written = try change(entry, notebookCreated: { _ in isNew = true }) {
            $0.notebook = notebook
        }
        let place = "\(isNew ? "the new notebook " : "")\(notebook)"
        return Outcome(message: "moved to \(place)", entry: written)
    }

    /// Changes attributes of the current revision of an entry, and returns its summary afterwards.
    ///
    /// The change does not depend on the text, so one that another program has just made does not
    /// prevent it.
    private func change(
        _ entry: EntryRecord,
        notebookCreated: @escaping (String) -> Void = { _ in },
        _ apply: (inout EntryUpdate) -> Void
    ) throws(ClientError) -> EntryRecord? {
        let id = EntryReference(entry.id)
        var update = EntryUpdate(id: id, include: .summary)
        apply(&update)
        client.beginStep(Self.command)
        var attempt = 1
        while true {
            let current = try client.call(EntryGet(id: id, allowsUnreadable: true)).entry
            do throws(ClientError) {
                return try write(update, of: current, notebookCreated)
            } catch {
                guard error.cause?.kind == .conflict, attempt < Self.maximumAttemptCount else {
                    throw error
                }
            }
            attempt += 1
        }
    }

    private func write(
        _ update: EntryUpdate,
        of entry: EntryRecord,
        _ notebookCreated: @escaping (String) -> Void
    ) throws(ClientError) -> EntryRecord? {
        var editing = EntryEditing(client: client, stateDirectory: try context.stateDirectory())
        editing.notebookCreated = notebookCreated
        return try editing.update(entry, applying: update).entry
    }

    // MARK: Undo

    /// Undoes the last change of the user, if it concerns one entry or a name.
    ///
    /// - Returns: The message, and the entry that was restored.
    func undo() throws(ClientError) -> (message: String, entry: EntryID?) {
        let moved = try UndoRun(context).undoSingle()
        if let failure = moved.failures.first { throw ClientError(failure) }
        guard let entry = moved.entries.first else {
            return ("the \(moved.step.command) was undone", nil)
        }
        return ("\(entry.id) \(entry.effect.words)", entry.id)
    }
}
