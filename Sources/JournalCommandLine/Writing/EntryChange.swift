// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The work of `journal edit` with one entry.
struct EntryChange {
    private let context: CommandContext
    private let options: ChangeOptions
    private let words: [String]
    private var source: TextSource

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - options: The changes of the attributes.
    ///   - words: The new text; `-` alone means standard input, no words mean standard input or the
    ///     editor.
    ///   - context: The run.
    init(_ options: ChangeOptions, words: [String], in context: CommandContext) {
        self.options = options
        self.words = words
        self.context = context
        source = TextSource(context: context, words: words)
    }

    /// Changes the entry that an argument names, and prints its id.
    mutating func run(_ argument: String) throws(ClientError) {
        let (update, problem) = options.change(in: context)
        source.attributes = { [options] in options.draft(of: update, entry: argument) }
        // Standard input is read first: it cannot be read again if the entry does not exist.
        let input = try source.input(exclusively: words.isEmpty && !options.isEmpty)
        let changesText = input != nil || !words.isEmpty || options.isEmpty
        let found: EntryGet.Reply
        do throws(ClientError) {
            let id = try EntryArgument.reference(argument)
            if let problem { throw problem }
            found = try context.client.call(EntryGet(id: id, allowsUnreadable: !changesText))
        } catch {
            throw kept(input, after: error)
        }
        source.attributes = { [options] in options.draft(of: update) }
        var text = input
        if changesText, text == nil {
            let entry = found.entry
            text = try source.read(draftName: "\(entry.id)-\(entry.revision)") { entry.text }
        }
        try write(update, text: text, of: found)
    }

    /// Returns the error with the path of the text, which is saved.
    private func kept(_ input: TextSource.Text?, after error: ClientError) -> ClientError {
        // With a wrong id, only another command can use the text.
        let isWrongID =
            error.code == .usage || error.cause?.kind == .entryNotFound
            || error.cause?.kind == .entryAmbiguous
        let lost = input ?? (isWrongID ? nil : source.wordsToKeep)
        return lost?.kept(
            after: error,
            in: context,
            for: isWrongID ? "journal edit ID -" : nil
        ) ?? error
    }

    /// Writes the changed attributes, and the text if it was changed.
    private func write(
        _ attributes: EntryUpdate,
        text: TextSource.Text?,
        of found: EntryGet.Reply
    ) throws(ClientError) {
        let entry = found.entry
        var change = attributes
        change.id = EntryReference(entry.id)
        // The text of the editor has no line breaks at its end.
        let current = text?.draft == nil ? entry.text : Editor.trimmed(entry.text)
        if let text, !text.isSame(as: current) {
            change.text = text.text
            if change.tags == nil, context.settings.makesTextTags(options.hasTextTags) {
                change.tags = TextTags.edited(entry.tags, from: entry.text, to: text.text)
            }
        } else if options.isEmpty {
            text?.discardDraft()
            return showUnchanged(found)
        }
        var editing = EntryEditing(
            client: try context.client,
            stateDirectory: try context.stateDirectory()
        )
        editing.notebookCreated = EntryWriter.announceNotebook
        let written = try editing.update(
            entry,
            applying: change,
            draft: text?.draft,
            attributes: source.attributes()
        )
        text?.discardDraft()
        context.show(written.id.text, written.json, stored: "entry \(written.id) was changed")
        context.noteTrash(of: entry)
        context.remindOfDrafts()
    }

    private func showUnchanged(_ found: EntryGet.Reply) {
        StandardError.say("journal: the text is unchanged; nothing was written")
        guard context.format != .text else { return }
        let unchanged = EntryWritten(
            id: found.entry.id,
            revision: found.entry.revision,
            cursor: found.cursor,
            entry: found.entry
        )
        context.output.line(unchanged.json)
    }
}
