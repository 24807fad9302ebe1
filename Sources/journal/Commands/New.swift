// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct New: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write an entry.",
        discussion: HelpText.new
    )

    @Argument(
        help: ArgumentHelp("The text, or - to read standard input.", valueName: "text"),
        completion: .list([])
    )
    var words: [String] = []

    @Option(
        name: [.customShort("N"), .long],
        help: ArgumentHelp(
            "The notebook of the entry; it is created if it does not exist.",
            valueName: "name"
        ),
        completion: .notebooks
    )
    var notebook: String?

    @Flag(name: .long, help: "Create the notebook without a message.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp(
            "A tag of the entry, or several: a,b; can be repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var tags: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Make tags of words such as #garden (default), or do not."
    )
    var textTags: Bool?

    @Flag(name: [.customShort("s"), .long], help: "Star the entry.")
    var star = false

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "The date of the entry: yesterday, 30m, \"friday 9am\", \"2026-11-21 18:30\", ...",
            valueName: "date"
        )
    )
    var at: String?

    @Option(
        name: [.customShort("T"), .long],
        help: ArgumentHelp("Start with this template; see --templates.", valueName: "name"),
        completion: .templates
    )
    var template: String?

    @Flag(name: .long, help: "List the templates.")
    var templates = false

    @Option(name: .long, help: ArgumentHelp("The id of the entry, a UUID.", valueName: "uuid"))
    var id: String?

    @Flag(name: .long, help: "Deliver the entries that could not be delivered earlier.")
    var deliver = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        var entry = NewEntry(words: words)
        entry.attributes.notebook = notebook
        entry.attributes.createNotebook = createNotebook
        entry.attributes.tags = TextTags.names(in: tags)
        entry.hasTextTags = textTags
        entry.attributes.starred = star
        entry.template = template
        entry.date = at
        entry.id = id
        if templates {
            try entry.rejectText(with: "--templates", in: context)
            let directory = try context.configurationDirectory()
            TemplateFolder(configurationDirectory: directory).list(in: context)
        } else if deliver {
            try entry.deliver(in: context)
        } else {
            try entry.write(in: context)
        }
    }
}
