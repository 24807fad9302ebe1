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

    @Argument(help: ArgumentHelp("The entry, by the beginning of its id.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The new text, or - for standard input.", valueName: "text"))
    var words: [String] = []

    @Flag(inversion: .prefixedNo, help: "Star the entry, or take the star away.")
    var star: Bool?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Move it to this notebook.", valueName: "name")
    )
    var notebook: String?

    @Flag(name: .long, help: "Make the notebook if there is none of that name.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp("A tag; those given replace those it has.", valueName: "name")
    )
    var tags: [String] = []

    @Flag(name: .long, help: "Take all tags away.")
    var noTags = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if noTags, !tags.isEmpty { throw ValidationError("--no-tags and --tag exclude each other") }
    }

    /// The answer to a write that changed nothing.
    private static func unchanged(_ found: EntryGet.Reply) -> EntryWritten {
        EntryWritten(
            id: found.entry.id,
            revision: found.entry.revision,
            cursor: found.cursor,
            entry: found.entry
        )
    }

    private var hasOptions: Bool {
        star != nil || notebook != nil || createNotebook || noTags || !tags.isEmpty
    }

    func run(in context: CommandContext) throws(ClientError) {
        let source = TextSource(context: context, words: words)
        let wantsText = !words.isEmpty || !hasOptions
        // Standard input cannot be read again once there is no such entry.
        var text = wantsText && source.isStandardInput ? try source.read(draftName: "") { "" } : nil
        let found: EntryGet.Reply
        do throws(ClientError) {
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
            tags: noTags ? [] : tags.isEmpty ? nil : tags,
            include: context.format == .text ? .ids : .full
        )
        if wantsText {
            let name = "\(entry.id)-\(entry.revision)"
            if text == nil { text = try source.read(draftName: name) { entry.text } }
            guard hasOptions || text?.isSame(as: entry.text) == false else {
                text?.discardDraft()
                StandardError.say("journal: the text is the same, nothing was written")
                if context.format != .text { context.output.line(Self.unchanged(found).json) }
                return
            }
            change.text = text?.text
        }
        let editing = EntryEditing(
            client: try context.client,
            stateDirectory: try context.stateDirectory()
        )
        let written = try editing.update(entry, change)
        text?.discardDraft()
        context.show(written.id.text, written.json)
    }
}
