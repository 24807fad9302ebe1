// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The options that select entries.
struct FilterOptions: ParsableArguments {
    @Option(
        name: [.customShort("N"), .long],
        help: ArgumentHelp("Only entries of this notebook.", valueName: "name"),
        completion: .notebooks
    )
    var notebook: String?

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp(
            """
            Only entries with this tag, or all of a,b; can be repeated. A name with a comma \
            needs a query of search: tag:"a,b".
            """,
            valueName: "name"
        ),
        completion: .tags
    )
    var tags: [String] = []

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only entries from this date on: today, 3d, \"last week\", 2026-11-21, ...",
            valueName: "date"
        )
    )
    var since: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only entries up to this date (inclusive if only a day is given).",
            valueName: "date"
        )
    )
    var until: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only entries of a day, a month or a range: friday, 2026-11, 2026-11-01..today, ...",
            valueName: "dates"
        )
    )
    var on: String?

    @Flag(name: .long, help: "Only starred entries.")
    var starred = false

    func validate() throws {
        if on != nil, since != nil || until != nil {
            throw ValidationError("--on cannot be combined with --since or --until")
        }
    }

    func filter(
        _ context: CommandContext,
        trashed: Bool = false
    ) throws(ClientError) -> Filter {
        var filter = Filter(notebook: notebook, tags: TextTags.names(in: tags))
        let dates = DateArgument(context)
        if let since { filter.since = try dates.since(since) }
        if let until { filter.until = try dates.until(until) }
        if let on {
            let span = try dates.range(on)
            (filter.since, filter.until) = (span.first, span.last)
        }
        filter.starred = starred ? true : nil
        filter.trashed = trashed ? true : nil
        return filter
    }
}
