// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The options that choose entries.
struct FilterOptions: ParsableArguments {
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Only of this notebook.", valueName: "name")
    )
    var notebook: String?

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp("Only with this tag; several must all be there.", valueName: "name")
    )
    var tags: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only from then on: today, yesterday, 3d, 2026-11-21, ...",
            valueName: "date"
        )
    )
    var since: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Only until then; a day is meant whole.", valueName: "date")
    )
    var until: String?

    @Flag(name: .long, help: "Only starred ones.")
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

/// Reads an id as people type it.
enum EntryArgument {
    static func reference(_ text: String) throws(ClientError) -> EntryReference {
        guard let reference = EntryReference(text) else {
            throw ClientError(
                .usage,
                "\"\(text)\" is not an entry id",
                advice: "An id has hexadecimal digits; its first "
                    + "\(EntryReference.minimumDigits) or more do."
            )
        }
        return reference
    }
}
