// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import Glibc
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol
internal import JournalSystem

struct Watch: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow changes as they happen.",
        discussion: HelpText.watch
    )

    /// The number of entries of the list on a terminal.
    private static let listLength = 200

    @OptionGroup var selection: FilterOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Only entries that match this query, as in search.", valueName: "query")
    )
    var search: String?

    @Flag(name: .long, help: "Print changes line by line on a terminal, too.")
    var lines = false

    @Flag(name: .long, help: "Print all matching entries first.")
    var snapshot = false

    @Option(
        name: .customLong("since-cursor"),
        help: ArgumentHelp("Start after this cursor.", valueName: "cursor")
    )
    var cursor: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Start after the cursor in this file, and keep the file up to date.",
            valueName: "path"
        )
    )
    var cursorFile: String?

    @Option(
        name: .customLong("exec"),
        help: ArgumentHelp(
            "Run this command of the shell for each change instead of printing it.",
            valueName: "command"
        )
    )
    var command: String?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if command != nil, lines || common.json || common.jsonl {
            throw ValidationError("--exec cannot be combined with --lines, --json or --jsonl")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        isList(context) ? try showList(context) : try follow(context)
    }

    /// Whether a list is shown that is redrawn, rather than a line for each change.
    private func isList(_ context: CommandContext) -> Bool {
        let hasLines = lines || snapshot || cursor != nil || cursorFile != nil || command != nil
        return !hasLines && context.format == .text && context.terminal.isInteractive
            && StandardDescriptors.isTerminal(0) && context.environment["TERM"] != "dumb"
    }

    private func showList(_ context: CommandContext) throws(ClientError) {
        let entries = LiveEntries(
            client: try context.client,
            request: ListOpen(
                filter: try selection.filter(context),
                query: search,
                options: QueryOptions(now: LocalTime.now()),
                limit: Self.listLength
            )
        )
        let conditions =
            [selection.notebook].compactMap { $0 }
            + TextTags.names(in: selection.tags).map { "#" + $0 }
            + [search].compactMap { $0 }
        var screen = LiveListScreen(
            entries: entries,
            title: (["journal"] + conditions).joined(separator: " "),
            hasColor: context.terminal.hasColor
        )
        try screen.run()
    }

    private func follow(_ context: CommandContext) throws(ClientError) {
        let file = cursorFile.map { CursorFile(path: $0) }
        var since = try file?.read()
        if let cursor { since = try CursorFile.parse(cursor) }
        var watcher = Watcher(
            client: try context.client,
            subscription: Subscribe(
                filter: try selection.filter(context),
                query: search,
                options: QueryOptions(now: LocalTime.now()),
                since: since,
                include: command == nil ? .summary : .full,
                snapshot: snapshot
            )
        )
        watcher.beganWaiting = { error in
            let isLocked = error.cause?.kind == .encryptionLocked
            StandardError.say(
                isLocked
                    ? "journal: the journal was locked; waiting for: journal unlock"
                    : "journal: \(error.message); waiting"
            )
        }
        // An interrupt is the normal end; everything printed so far is flushed.
        signal(SIGINT) { _ in _exit(0) }
        if let command {
            let command = ChangeCommand(command, environment: context.environment)
            try watcher.follow { event, cursor throws(ClientError) in
                try command.run(event, cursor: cursor) { position throws(ClientError) in
                    try file?.write(position)
                }
            }
        }
        let text = ChangeText(terminal: context.terminal, format: context.format)
        try watcher.follow { event, cursor throws(ClientError) in
            text.lines(event).forEach { context.output.line(styled: $0) }
            try context.output.flush()
            try file?.write(cursor)
        }
    }
}
