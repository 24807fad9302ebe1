// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Edit: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change one or more entries.",
        discussion: HelpText.edit
    )

    @Argument(
        help: ArgumentHelp(
            "The id of the entry, or its first digits, and its new text, or - to read standard "
                + "input; or several ids.",
            valueName: "id"
        ),
        completion: .entries
    )
    var arguments: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Change the entries that match.", valueName: "query")
    )
    var search: String?

    @Option(
        name: [.customShort("n", allowingJoined: true), .customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of entries (default: 50).", valueName: "count")
    )
    var limit: Int?

    @Flag(name: .long, help: "Delete the entries that were removed from the text.")
    var delete = false

    @Flag(inversion: .prefixedNo, help: "Star or unstar the entry.")
    var star: Bool?

    @Option(
        name: [.customShort("N"), .long],
        help: ArgumentHelp(
            "Move the entry to this notebook; it is created if it does not exist.",
            valueName: "name"
        ),
        completion: .notebooks
    )
    var notebook: String?

    @Flag(name: .long, help: "Create the notebook without a message.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        // A tag to remove begins with a dash.
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Replace the tags of the entry: a, or a,b; add one: +a; remove one: -a; can be "
                + "repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var tags: [String] = []

    @Option(
        name: .long,
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Add a tag, whatever its name begins with; can be repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var addTag: [String] = []

    @Option(
        name: .long,
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Remove a tag, whatever its name begins with; can be repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var removeTag: [String] = []

    @Flag(name: .long, help: "Remove all tags.")
    var noTags = false

    @Flag(
        inversion: .prefixedNo,
        help: "Add and remove tags with words such as #garden in the text (default), or do not."
    )
    var textTags: Bool?

    @Option(
        name: .customLong("at"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Correct the time: yesterday, \"friday 9am\", \"2026-11-21 18:30\", ...",
            valueName: "date"
        )
    )
    var date: String?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if noTags, !tags.isEmpty {
            throw ValidationError("--no-tags and --tag cannot be combined")
        }
        if arguments.isEmpty, search == nil { throw ValidationError("expected an id or --search") }
        if search != nil, !arguments.isEmpty, arguments != ["-"] {
            throw ValidationError("--search cannot be combined with ids or a text")
        }
        if search == nil, limit != nil { throw ValidationError("--limit is for --search") }
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    private var hasOptions: Bool {
        star != nil || notebook != nil || createNotebook || noTags || date != nil
            || ![tags, addTag, removeTag].allSatisfy(\.isEmpty)
    }

    /// The ids of the command line, if it has several.
    private var ids: [EntryReference]? {
        let words = arguments.last == "-" ? arguments.dropLast() : arguments[...]
        let ids = words.compactMap(EntryReference.init)
        return words.count > 1 && ids.count == words.count ? ids : nil
    }

    func run(in context: CommandContext) throws(ClientError) {
        if search != nil || ids != nil {
            try changeSeveral(in: context)
        } else if let id = arguments.first {
            try change(
                EntryArgument.reference,
                id: id,
                words: Array(arguments.dropFirst()),
                in: context
            )
        }
    }

    // MARK: Several entries

    private func changeSeveral(in context: CommandContext) throws(ClientError) {
        let source = TextSource(context: context, words: arguments.last == "-" ? ["-"] : [])
        // Standard input comes first: it cannot be read again if there is no such entry.
        let text = try inputText(source, words: [])
        let entries: [EntryRecord]
        do throws(ClientError) {
            entries = try selectedEntries(in: context)
        } catch {
            throw text?.kept(after: error, in: context, for: nil) ?? error
        }
        var editing = try EntriesEditing(context)
        editing.deletesMissing = delete
        editing.hasTextTags = context.settings.makesTextTags(textTags)
        if let text {
            guard !hasOptions else {
                let error = ClientError(
                    .usage,
                    "options cannot be combined with the texts of several entries"
                )
                throw text.kept(after: error, in: context, for: nil)
            }
            try editing.write(text, to: entries)
        } else if hasOptions, let first = entries.first {
            try editing.apply(change(of: EntryReference(first.id), in: context), to: entries)
        } else if entries.count == 1, let entry = entries.first {
            let id = EntryReference(entry.id)
            try change({ _ throws(ClientError) in id }, id: "", words: [], in: context)
        } else {
            try editing.edit(entries)
        }
        context.remindOfDrafts()
    }

    private func selectedEntries(in context: CommandContext) throws(ClientError) -> [EntryRecord] {
        guard let search else {
            var entries: [EntryRecord] = []
            for id in ids ?? [] {
                let entry = try shownEntry(id, in: context)
                if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
            }
            return entries
        }
        let found = try SearchSelection(
            search,
            client: try context.client,
            // The editor shows the texts; options change all entries.
            limit: limit ?? (hasOptions ? nil : Limits.defaultPage),
            include: .full
        )
        let count = found.entries.count == 1 ? "1 entry" : "\(found.entries.count) entries"
        let more = found.isLimited ? ", the first ones; use -n NUMBER for more" : ""
        StandardError.say("journal: \(count)\(more)")
        guard !hasOptions else { return found.entries }
        var unreadable = UnreadableTexts()
        let entries = found.entries.filter { !unreadable.note($0) }
        unreadable.report()
        return entries
    }

    /// Returns an entry; a text that looks like an id may have been meant as the text.
    private func shownEntry(
        _ id: EntryReference,
        in context: CommandContext
    ) throws(ClientError) -> EntryRecord {
        do throws(ClientError) {
            // Options change an entry whose text is damaged, too.
            let get = EntryGet(id: id, allowsUnreadable: hasOptions)
            return try context.client.call(get).entry
        } catch {
            guard error.cause?.kind == .entryNotFound, ids?.count == 2 else { throw error }
            let first = arguments.first ?? "ID"
            throw error.adding("To make it the text: echo \(id) | journal edit \(first) -")
        }
    }

    // MARK: One entry

    /// Returns the change of the attributes.
    private func change(
        of id: EntryReference,
        in context: CommandContext
    ) throws(ClientError) -> EntryUpdate {
        let createdAt = try date.map { date throws(ClientError) in
            try DateArgument(context).instant(date)
        }
        let tags = try TagChanges(
            values: tags,
            added: addTag,
            removed: removeTag,
            removesAll: noTags
        )
        return EntryUpdate(
            id: id,
            starred: star,
            notebook: notebook,
            createNotebook: createNotebook,
            tags: tags.replacing,
            addTags: tags.added,
            removeTags: tags.removed,
            createdAt: createdAt,
            zone: createdAt == nil ? nil : LocalTime.zone(environment: context.environment),
            include: context.format == .text ? .summary : .full
        )
    }

    private func change(
        _ reference: (String) throws(ClientError) -> EntryReference,
        id: String,
        words: [String],
        in context: CommandContext
    ) throws(ClientError) {
        var source = TextSource(context: context, words: words)
        var options = DraftAttributes()
        if let change = try? self.change(of: try reference(id), in: context) {
            options = DraftAttributes(change)
        }
        options.textTags = textTags
        options.entry = id
        source.attributes = { [options] in options }
        // Standard input comes first: it cannot be read again if there is no such entry.
        var text = try inputText(source, words: words)
        var change: EntryUpdate
        var attributes: DraftAttributes
        let found: EntryGet.Reply
        do throws(ClientError) {
            let reference = try reference(id)
            change = try self.change(of: reference, in: context)
            attributes = DraftAttributes(change)
            attributes.textTags = textTags
            let isText = text != nil || !words.isEmpty || !hasOptions
            found = try context.client.call(EntryGet(id: reference, allowsUnreadable: !isText))
        } catch {
            // With a wrong id, only another command can use the text.
            let isWrongID =
                error.code == .usage || error.cause?.kind == .entryNotFound
                || error.cause?.kind == .entryAmbiguous
            let command = isWrongID ? "journal edit ID -" : nil
            let lost = text ?? (isWrongID ? nil : source.wordsToKeep)
            throw lost?.kept(after: error, in: context, for: command) ?? error
        }
        let entry = found.entry
        change.id = EntryReference(entry.id)
        if text != nil || !words.isEmpty || !hasOptions {
            let name = "\(entry.id)-\(entry.revision)"
            source.attributes = { [attributes] in attributes }
            if text == nil { text = try source.read(draftName: name) { entry.text } }
            // The text of the editor has no line breaks at its end.
            let former = text?.draft == nil ? entry.text : Editor.trimmed(entry.text)
            let isChanged = text?.isSame(as: former) == false
            guard hasOptions || isChanged else {
                text?.discardDraft()
                StandardError.say("journal: the text is unchanged; nothing was written")
                if context.format != .text { context.output.line(Self.unchanged(found).json) }
                return
            }
            if isChanged { change.text = text?.text }
            if let new = change.text, change.tags == nil, context.settings.makesTextTags(textTags) {
                change.tags = TextTags.edited(entry.tags, from: entry.text, to: new)
            }
        }
        var editing = EntryEditing(
            client: try context.client,
            stateDirectory: try context.stateDirectory()
        )
        editing.notebookCreated = {
            StandardError.say("journal: created the notebook \"\($0)\"")
        }
        let written = try editing.update(
            entry,
            applying: change,
            draft: text?.draft,
            attributes: attributes
        )
        text?.discardDraft()
        context.show(written.id.text, written.json, stored: "entry \(written.id) was changed")
        context.noteTrash(of: entry)
        context.remindOfDrafts()
    }

    /// Returns the text on standard input, or nil if there is none.
    ///
    /// A command with options reads only input that was redirected to it exclusively, so that it
    /// works in a loop of the shell.
    private func inputText(
        _ source: TextSource,
        words: [String]
    ) throws(ClientError) -> TextSource.Text? {
        if words.isEmpty, hasOptions { return try source.readExclusiveInput() }
        return source.readsStandardInput ? try source.read(draftName: "") { "" } : nil
    }

    /// Returns the result of a change that has no effect.
    private static func unchanged(_ found: EntryGet.Reply) -> EntryWritten {
        EntryWritten(
            id: found.entry.id,
            revision: found.entry.revision,
            cursor: found.cursor,
            entry: found.entry
        )
    }
}
