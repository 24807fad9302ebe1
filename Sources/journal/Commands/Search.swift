// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Search: JournalCommand {
    /// The names of the command.
    static let commandNames: Set = ["search", "find"]
    private static let defaultLimit = 20

    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search entries by their words.",
        discussion: HelpText.search,
        aliases: ["find"]
    )

    @Argument(help: ArgumentHelp("The query.", valueName: "query"), completion: .list([]))
    var words: [String]

    @OptionGroup var selection: FilterOptions

    @Flag(name: .long, help: "Find walked and walks for walk, and so on, in English.")
    var stem = false

    @Flag(name: .long, help: "Search the trash instead.")
    var trash = false

    @Option(
        name: [.customShort("n", allowingJoined: true), .customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of entries (default: 20).", valueName: "count")
    )
    var limit: Int?

    @Flag(name: .long, help: "Print only the number of entries.")
    var count = false

    @OptionGroup var form: OutputOptions

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        guard (1...Limits.page).contains(limit ?? 1) else {
            throw ValidationError("--limit must be between 1 and \(Limits.page)")
        }
        if count, limit != nil || form.format != nil {
            throw ValidationError("--count cannot be combined with --limit or --format")
        }
    }

    /// Returns a word of the query without the mark of an excluded word.
    private static func unmarked(_ word: String) -> String {
        let mark = CommandLineArguments.wordMark
        return word.hasPrefix(mark) ? String(word.dropFirst(mark.count)) : word
    }

    func run(in context: CommandContext) throws(ClientError) {
        let template = try form.template(context)
        let isWhole = context.format != .text || template?.needsWholeText == true
        let query = words.map(Self.unmarked).joined(separator: " ")
        let options = QueryOptions(stem: stem, now: LocalTime.now())
        let filter = try selection.filter(context, trashed: trash)
        guard !count else {
            let call = EntryCount(filter: filter, query: query, options: options)
            let reply = try context.client.call(call)
            return context.show(String(reply.count), reply.json)
        }
        let reply = try context.client.call(
            EntrySearch(
                query: query,
                options: options,
                filter: filter,
                limit: limit ?? Self.defaultLimit,
                include: isWhole ? .full : .summary
            )
        )
        context.page()
        try show(reply, template: template, in: context)
        try note(reply, in: context)
        if reply.matches.isEmpty {
            try context.output.flush()
            throw ClientError(
                .nothingFound,
                "no entries found",
                advice: ConditionAdvice.text(query)
            )
        }
    }

    /// Prints on standard error what the matches do not show.
    private func note(
        _ reply: EntrySearch.Reply,
        in context: CommandContext
    ) throws(ClientError) {
        // A script expects the limit that it has set.
        let isExpected = limit != nil && !context.terminal.isInteractive
        if reply.nextPage != nil, !isExpected, context.format == .text {
            // Only a query with words ranks its matches.
            let count = reply.matches.count == 1 ? "entry" : "\(reply.matches.count) entries"
            try context.note("the first \(count); use -n NUMBER for more")
        }
        if reply.unreadableCount > 0 {
            let count = reply.unreadableCount
            StandardError.say(
                "journal: \(count == 1 ? "1 entry" : "\(count) entries") could not be read, and so not "
                    + "searched; check with: journal doctor --full"
            )
        }
    }

    private func show(
        _ reply: EntrySearch.Reply,
        template: EntryTemplate?,
        in context: CommandContext
    ) throws(ClientError) {
        let (terminal, now) = (context.terminal, LocalTime.now())
        let rows = EntryRows(
            terminal: terminal,
            now: now,
            isRelative: form.showsRelativeTimes(context)
        )
        guard context.format != .json else { return context.output.line(reply.json) }
        for match in reply.matches {
            if context.format == .jsonLines {
                context.output.line(match.json)
            } else if let template {
                let (entry, snippet) = (match.entry, match.snippet)
                let line = template.text(entry, snippet: snippet, now: now, terminal: terminal)
                context.output.line(styled: line)
            } else {
                context.output.line(styled: rows.line(match))
            }
            try context.requireReader()
        }
    }
}
