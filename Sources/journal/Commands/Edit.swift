// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct Edit: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change one or more entries.",
        discussion: HelpText.edit
    )

    @Argument(
        help: ArgumentHelp(
            "The id of the entry, or its first digits, and its new text, or - to read standard "
                + "input; or several ids.",
            valueName: "id"
        ),
        completion: .entries
    )
    var arguments: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Change the entries that match.", valueName: "query")
    )
    var search: String?

    @Option(
        name: [.customShort("n", allowingJoined: true), .customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of entries (default: 50).", valueName: "count")
    )
    var limit: Int?

    @Flag(name: .long, help: "Delete the entries that were removed from the text.")
    var delete = false

    @Flag(inversion: .prefixedNo, help: "Star or unstar the entry.")
    var star: Bool?

    @Option(
        name: [.customShort("N"), .long],
        help: ArgumentHelp(
            "Move the entry to this notebook; it is created if it does not exist.",
            valueName: "name"
        ),
        completion: .notebooks
    )
    var notebook: String?

    @Flag(name: .long, help: "Create the notebook without a message.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        // A tag to remove begins with a dash.
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Replace the tags of the entry: a, or a,b; add one: +a; remove one: -a; can be "
                + "repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var tags: [String] = []

    @Option(
        name: .long,
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Add a tag, whatever its name begins with; can be repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var addTag: [String] = []

    @Option(
        name: .long,
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Remove a tag, whatever its name begins with; can be repeated.",
            valueName: "name"
        ),
        completion: .tags
    )
    var removeTag: [String] = []

    @Flag(name: .long, help: "Remove all tags.")
    var noTags = false

    @Flag(
        inversion: .prefixedNo,
        help: "Add and remove tags with words such as #garden in the text (default), or do not."
    )
    var textTags: Bool?

    @Option(
        name: .customLong("at"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Correct the time: yesterday, \"friday 9am\", \"2026-11-21 18:30\", ...",
            valueName: "date"
        )
    )
    var date: String?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if noTags, !tags.isEmpty {
            throw ValidationError("--no-tags and --tag cannot be combined")
        }
        if arguments.isEmpty, search == nil { throw ValidationError("expected an id or --search") }
        if search != nil, !arguments.isEmpty, arguments != ["-"] {
            throw ValidationError("--search cannot be combined with ids or a text")
        }
        if search == nil, limit != nil { throw ValidationError("--limit is for --search") }
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run(in context: CommandContext) throws(ClientError) {
        var edit = EditRun(arguments: arguments)
        edit.query = search
        edit.limit = limit
        edit.deletesMissing = delete
        edit.options.starred = star
        edit.options.notebook = notebook
        edit.options.createsNotebook = createNotebook
        edit.options.tags = tags
        edit.options.addedTags = addTag
        edit.options.removedTags = removeTag
        edit.options.removesAllTags = noTags
        edit.options.date = date
        edit.options.hasTextTags = textTags
        try edit.run(in: context)
    }
}
