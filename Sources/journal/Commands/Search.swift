// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Search: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search entries by their words.",
        discussion: HelpText.search,
        aliases: ["find"]
    )

    @Argument(help: ArgumentHelp("The query.", valueName: "query"))
    var words: [String]

    @OptionGroup var selection: FilterOptions

    @Flag(name: .long, help: "Search the trash instead.")
    var trash = false

    @Option(
        name: [.customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of entries.", valueName: "count")
    )
    var limit = 20

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        guard (1...Limits.page).contains(limit) else {
            throw ValidationError("--limit must be between 1 and \(Limits.page)")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        let reply = try context.client.call(
            EntrySearch(
                query: words.joined(separator: " "),
                filter: try selection.filter(context, trashed: trash),
                limit: limit,
                include: context.format == .text ? .summary : .full
            )
        )
        let text = EntryText(terminal: context.terminal)
        switch context.format {
        case .json: context.output.line(reply.json)
        case .jsonLines: for match in reply.matches { context.output.line(match.json) }
        case .text:
            for match in reply.matches { context.output.line(styled: text.line(match)) }
        }
        if reply.matches.isEmpty {
            try context.output.flush()
            throw ClientError(.nothingFound, "no entries found")
        }
    }
}
