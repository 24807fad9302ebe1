// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct TUI: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui",
        abstract: "Browse, search and edit entries on a screen.",
        discussion: HelpText.tui
    )

    /// The number of entries of the list.
    private static let listLength = 500

    @OptionGroup var selection: FilterOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Start with this query, as in search.", valueName: "query")
    )
    var search: String?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let list = ListOpen(
            filter: try selection.filter(context),
            query: search,
            options: QueryOptions(now: LocalTime.now()),
            limit: Self.listLength
        )
        var browser = try EntryBrowser(list, in: context)
        try browser.run()
    }
}
