// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The options that select entries.
struct FilterOptions: ParsableArguments {
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Only entries of this notebook.", valueName: "name")
    )
    var notebook: String?

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp(
            "Only entries with this tag; repeat to require several.",
            valueName: "name"
        )
    )
    var tags: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only entries from this date on: today, yesterday, 3d, 2026-11-21, ...",
            valueName: "date"
        )
    )
    var since: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only entries up to this date (inclusive if only a day is given).",
            valueName: "date"
        )
    )
    var until: String?

    @Flag(name: .long, help: "Only starred entries.")
    var starred = false

    func filter(trashed: Bool = false) throws(ClientError) -> Filter {
        let dates = DateArgument()
        var filter = Filter(notebook: notebook, tags: tags)
        if let since { filter.since = try dates.bound(since) }
        if let until { filter.until = try dates.bound(until) }
        filter.starred = starred ? true : nil
        filter.trashed = trashed ? true : nil
        return filter
    }
}
