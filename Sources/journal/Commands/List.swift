// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct List: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List entries, newest first.",
        discussion: HelpText.list,
        aliases: ["ls"]
    )

    @Argument(
        help: ArgumentHelp("The day for --on-this-day (default: today).", valueName: "date"),
        completion: .list(["today", "yesterday"])
    )
    var date: String?

    @OptionGroup var selection: FilterOptions

    @Flag(name: .long, help: "Only entries of this day of the year, in all years.")
    var onThisDay = false

    @Flag(name: .long, help: "Pick entries at random (default: one).")
    var random = false

    @Flag(name: .long, help: "List the trash instead.")
    var trash = false

    @Option(
        name: [.customShort("n", allowingJoined: true), .customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of entries (default: 50).", valueName: "count")
    )
    var limit: Int?

    @Flag(name: .long, help: "List all entries, unless there is a maximum number.")
    var all = false

    @Flag(name: .long, help: "List the oldest entries first.")
    var oldest = false

    @Flag(name: .long, help: "Print the whole text of each entry.")
    var full = false

    @Flag(name: .long, help: "Print only the number of entries.")
    var count = false

    @OptionGroup var form: OutputOptions

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        if onThisDay {
            let others = [
                ("--on", selection.on != nil), ("--since", selection.since != nil),
                ("--until", selection.until != nil), ("--random", random),
            ]
            if let other = others.first(where: \.1)?.0 {
                throw ValidationError("--on-this-day cannot be combined with \(other)")
            }
        }
        if random, all || oldest || count {
            throw ValidationError("--random cannot be combined with --all, --oldest or --count")
        }
        if let limit, random, limit > Limits.page {
            throw ValidationError("--limit with --random must be at most \(Limits.page)")
        }
        if form.format != nil, full || count {
            throw ValidationError("--format cannot be combined with --full or --count")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        try requireNoDate()
        let template = try form.template(context)
        let filter = try selection.filter(context, trashed: trash)
        guard !count else { return try showCount(filter, in: context) }
        let isWhole = full || context.format != .text || template?.needsWholeText == true
        let entries = ListedEntries(
            client: try context.client,
            filter: filter,
            include: isWhole ? .full : .summary,
            limit: limit ?? (all ? nil : random ? 1 : Limits.defaultPage)
        )
        context.page()
        let (end, shownCount) = try show(
            entries,
            of: try listing(context),
            template: template,
            in: context
        )
        if shownCount == 0, context.format == .text {
            try context.note(try EmptyListing(filter).text(context.client))
        }
        // A script expects the limit that it has set.
        let isExpected = limit != nil && !context.terminal.isInteractive
        guard end.isCut, !isExpected, context.format == .text else { return }
        let count =
            onThisDay ? nil : try context.client.call(EntryCount(filter: filter)).count
        let all = count.map { " of \($0)" } ?? ""
        try context.note("\(shownCount)\(all) entries; use -n NUMBER or --all for more")
    }

    /// Rejects a date without its option; not in `validate()`, which runs before unknown options
    /// are reported.
    private func requireNoDate() throws(ClientError) {
        guard let date, !onThisDay else { return }
        throw ClientError(
            .usage,
            "unexpected argument \"\(date)\"",
            advice: "For the entries of a day: journal list --on \"\(date)\""
        )
    }

    private func showCount(_ filter: Filter, in context: CommandContext) throws(ClientError) {
        var reply = try context.client.call(EntryCount(filter: filter))
        if onThisDay {
            let entries = ListedEntries(
                client: try context.client,
                filter: filter,
                include: .summary,
                limit: nil
            )
            reply.count = 0
            _ = try entries.forEach(try listing(context)) { _ in reply.count += 1 }
        }
        context.show(String(reply.count), reply.json)
    }

    private func listing(_ context: CommandContext) throws(ClientError) -> ListedEntries.Selection {
        if random { return .random }
        let order: ListOrder = oldest ? .oldest : .newest
        guard onThisDay else { return .ordered(order) }
        guard let date else { return .yearDay(YearDay(LocalTime.now().day), order) }
        let day = try DateArgument(context).day(date)
        return .yearDay(YearDay(day), order)
    }

    private func show(
        _ entries: ListedEntries,
        of listing: ListedEntries.Selection,
        template: EntryTemplate?,
        in context: CommandContext
    ) throws(ClientError) -> (end: ListedEntries.End, count: Int) {
        let (terminal, now) = (context.terminal, LocalTime.now())
        let text = EntryText(terminal: terminal)
        var rows = EntryRows(
            terminal: terminal,
            now: now,
            isRelative: form.showsRelativeTimes(context)
        )
        var collected: [EntryRecord] = []
        var unreadable = UnreadableTexts()
        var count = 0
        defer { unreadable.report() }
        let end = try entries.forEach(listing) { entry throws(ClientError) in
            unreadable.note(entry)
            count += 1
            switch context.format {
            case .json: collected.append(entry)
            case .jsonLines: context.output.line(entry.json)
            case .text where full: context.output.line(styled: text.full(entry))
            case .text:
                if let template {
                    let line = template.text(entry, now: now, terminal: terminal)
                    context.output.line(styled: line)
                } else {
                    for line in rows.lines(entry) { context.output.line(styled: line) }
                }
            }
            try context.requireReader()
        }
        guard context.format == .json else { return (end, count) }
        var object = JSONObject()
        object.append("entries", each: collected)
        object.append("nextPage", end.next)
        context.output.line(JSON.object(object))
        return (end, count)
    }
}
