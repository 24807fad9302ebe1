// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Stats: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show numbers about entries, and a calendar.",
        discussion: HelpText.stats
    )

    @OptionGroup var selection: FilterOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Only entries that match this query, as in search.", valueName: "query")
    )
    var search: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only this year, with its calendar (default: all entries, and the last 53 weeks).",
            valueName: "number"
        )
    )
    var year: Int?

    @Option(
        name: .long,
        help: ArgumentHelp("Draw a picture into this file.", valueName: "file"),
        transform: PathArgument.path
    )
    var svg: String?

    @Flag(name: .long, help: "Replace the file of --svg, or the target of a link, if it exists.")
    var force = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if force, svg == nil { throw ValidationError("--force is for --svg") }
        guard let year else { return }
        guard Day(year: year, month: 1, day: 1) != nil else {
            throw ValidationError("--year must be between 1 and 9999")
        }
        guard selection.since == nil, selection.until == nil, selection.on == nil else {
            throw ValidationError("--year cannot be combined with --since, --until or --on")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        let now = LocalTime.now()
        let week = DateConventions(context.settings, environment: context.environment)
            .firstWeekday
        var filter = try selection.filter(context)
        var (first, last) = Self.calendar(upTo: now.day, startingOn: week)
        if let year, let start = Day(year: year, month: 1, day: 1),
            let end = Day(year: year, month: 12, day: 31)
        {
            (first, last) = (start, end)
            (filter.since, filter.until) = (.day(start), .day(end))
        }
        var reply = try context.client.call(
            EntryStatistics(
                filter: filter,
                query: search,
                options: QueryOptions(now: now),
                from: first,
                to: last
            )
        )
        // A streak at the end of a previous year is not the current one.
        let hasEnded = last < now.day
        if hasEnded { reply.currentStreak = nil }
        if let svg {
            try write(.init(reply, from: first, to: last, firstWeekday: week), to: svg, in: context)
            if context.format == .text || OutputFile.isStandardOutput(svg) { return }
        }
        context.page()
        guard context.format == .text else { return context.output.line(reply.json) }
        let text = StatisticsText(
            reply,
            from: first,
            to: last,
            firstWeekday: week,
            hasEnded: hasEnded,
            terminal: context.terminal
        )
        for line in text.lines { context.output.line(styled: line) }
    }

    private func write(
        _ picture: StatisticsPicture,
        to path: String,
        in context: CommandContext
    ) throws(ClientError) {
        let bytes = Array(picture.text.utf8)
        guard !OutputFile.isStandardOutput(path) else { return try context.output.append(bytes) }
        let file = try OutputFile(path: path, mayReplace: force)
        try file.append(bytes)
        try file.complete()
    }

    /// Returns the days of the 53 weeks up to a day.
    private static func calendar(upTo last: Day, startingOn firstWeekday: Weekday) -> (Day, Day) {
        let start = last.startOfWeek(startingOn: firstWeekday).adding(days: -52 * 7)
        return (start ?? last, last)
    }
}
