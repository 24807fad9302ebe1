// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct New: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write an entry.",
        discussion: HelpText.new
    )

    @Argument(help: ArgumentHelp("The text, or - for standard input.", valueName: "text"))
    var words: [String] = []

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("The notebook to write in.", valueName: "name")
    )
    var notebook: String?

    @Flag(name: .long, help: "Make the notebook if there is none of that name.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp("A tag; may be given several times.", valueName: "name")
    )
    var tags: [String] = []

    @Flag(name: [.customShort("s"), .long], help: "Star the entry.")
    var star = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "When it happened: yesterday, \"18:30\", \"2026-11-21 18:30\", ...",
            valueName: "date"
        )
    )
    var at: String?

    @Option(name: .long, help: ArgumentHelp("The id to use, a UUID.", valueName: "uuid"))
    var id: String?

    @Flag(name: .long, help: "Deliver the texts that were kept when no daemon took them.")
    var deliver = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        var entry = NewEntry(words: words)
        entry.notebook = notebook
        entry.createNotebook = createNotebook
        entry.tags = tags
        entry.starred = star
        entry.at = at
        entry.id = id
        if deliver {
            try entry.deliverAndWrite(in: context)
        } else {
            try entry.write(in: context)
        }
    }
}
