// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalTransfer

struct Import: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read entries from files of the journal and of other programs.",
        discussion: HelpText.import
    )

    @Argument(
        help: ArgumentHelp("The files or folders, or - for standard input.", valueName: "path"),
        completion: .file(),
        transform: PathArgument.path
    )
    var paths: [String]

    @Option(
        name: .long,
        help: "json, jsonl, markdown, jrnl, jrnl-json or dayone (default: by the content)."
    )
    var format: TransferFormat?

    @Option(
        name: .long,
        help: ArgumentHelp("Import all entries into this notebook.", valueName: "name")
    )
    var notebook: String?

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp("Add a tag to all entries; repeat for several.", valueName: "name")
    )
    var tags: [String] = []

    @Flag(name: .long, help: "Only check the files and print what they contain.")
    var dryRun = false

    @Flag(name: .long, help: "Skip records and files that cannot be imported.")
    var keepGoing = false

    @Flag(
        name: .long,
        help: "Add the place and the weather of entries of Day One to the end of their text."
    )
    var places = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        var options = EntryImport.Options()
        options.format = format
        options.notebook = notebook
        options.tags = TextTags.names(in: tags)
        options.isDryRun = dryRun
        options.keepsGoing = keepGoing
        options.includesPlaces = places
        var work = EntryImport(context, options: options)
        let summary = try work.run(paths)
        context.show(summary.text, summary.json, stored: summary.text)
        guard summary.skipped > 0 else { return }
        try context.output.flush()
        let records = summary.skipped == 1 ? "1 record" : "\(summary.skipped) records"
        throw ClientError(.input, "\(records) cannot be imported")
    }
}
