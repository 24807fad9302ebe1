// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Edit: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an entry.",
        discussion: HelpText.edit
    )

    @Argument(help: ArgumentHelp("The id of the entry, or its first digits.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The new text, or - to read standard input.", valueName: "text"))
    var words: [String] = []

    @Flag(inversion: .prefixedNo, help: "Star or unstar the entry.")
    var star: Bool?

    @Option(
        name: [.customShort("N"), .long],
        help: ArgumentHelp(
            "Move the entry to this notebook; it is created if it does not exist.",
            valueName: "name"
        )
    )
    var notebook: String?

    @Flag(name: .long, help: "Create the notebook without a message.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp(
            "Replace the tags of the entry: a, or a,b; can be repeated.",
            valueName: "name"
        )
    )
    var tags: [String] = []

    @Flag(name: .long, help: "Remove all tags.")
    var noTags = false

    @Flag(name: .long, help: "Do not add or remove tags with words such as #garden in the text.")
    var noTextTags = false

    @Option(
        name: .customLong("at"),
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
    }

    private var hasOptions: Bool {
        star != nil || notebook != nil || createNotebook || noTags || !tags.isEmpty
            || date != nil
    }

    func run(in context: CommandContext) throws(ClientError) {
        let source = TextSource(context: context, words: words)
        // Standard input comes first: it cannot be read again if there is no such entry.
        var text = try inputText(source)
        let createdAt: Timestamp?
        let found: EntryGet.Reply
        do throws(ClientError) {
            createdAt = try date.map { date throws(ClientError) in
                try DateArgument(environment: context.environment).instant(date)
            }
            found = try context.client.call(EntryGet(id: EntryArgument.reference(id)))
        } catch {
            throw text?.kept(after: error, in: context, for: "journal edit ID -") ?? error
        }
        let entry = found.entry
        var change = EntryUpdate(
            id: EntryReference(entry.id),
            starred: star,
            notebook: notebook,
            createNotebook: createNotebook,
            tags: noTags ? [] : tags.isEmpty ? nil : TextTags.names(in: tags),
            createdAt: createdAt,
            zone: createdAt == nil ? nil : LocalTime.zone(environment: context.environment),
            include: context.format == .text ? .summary : .full
        )
        if text != nil || !words.isEmpty || !hasOptions {
            let name = "\(entry.id)-\(entry.revision)"
            if text == nil { text = try source.read(draftName: name) { entry.text } }
            guard hasOptions || text?.isSame(as: entry.text) == false else {
                text?.discardDraft()
                StandardError.say("journal: the text is unchanged; nothing was written")
                if context.format != .text { context.output.line(Self.unchanged(found).json) }
                return
            }
            change.text = text?.text
            if let new = text?.text, change.tags == nil, !noTextTags {
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
        let written = try editing.update(entry, change)
        let changes = EntryChange(entry, change, written).map { [$0] } ?? []
        context.record("edit", written.cursor, changes)
        text?.discardDraft()
        context.show(written.id.text, written.json, stored: "entry \(written.id) was changed")
    }

    /// Returns the text on standard input, or nil if there is none.
    ///
    /// A command with options reads only input that was redirected to it exclusively, so that it
    /// works in a loop of the shell.
    private func inputText(_ source: TextSource) throws(ClientError) -> TextSource.Text? {
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
