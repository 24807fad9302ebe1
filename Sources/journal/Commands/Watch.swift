// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import Glibc
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Watch: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes as they happen.",
        discussion: HelpText.watch
    )

    @OptionGroup var selection: FilterOptions

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

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let file = cursorFile.map { CursorFile(path: $0) }
        var since = try file?.read()
        if let cursor { since = try CursorFile.parse(cursor) }
        var watcher = Watcher(
            client: try context.client,
            subscription: Subscribe(
                filter: try selection.filter(context),
                since: since,
                include: .summary,
                snapshot: snapshot
            )
        )
        // An interrupt is the normal end; everything printed so far is flushed.
        signal(SIGINT) { _ in _exit(0) }
        let text = ChangeText(terminal: context.terminal, format: context.format)
        try watcher.follow { event, cursor throws(ClientError) in
            text.lines(event).forEach { context.output.line(styled: $0) }
            try context.output.flush()
            try file?.write(cursor)
        }
    }
}
