// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct UndoCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo your last change.",
        discussion: HelpText.undo
    )

    @OptionGroup var step: StepArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        try step.run(try UndoRun(context, direction: .undo))
    }
}

struct RedoCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Restore what you have undone last.",
        discussion: HelpText.redo
    )

    @OptionGroup var step: StepArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        try step.run(try UndoRun(context, direction: .redo))
    }
}

/// The change that is undone or redone, or the list of them.
struct StepArgument: ParsableArguments {
    private static let defaultLimit = 20

    @Argument(
        help: ArgumentHelp(
            "The number of the change in the list (default: 1).",
            valueName: "number"
        )
    )
    var number: Int?

    @Flag(name: .long, help: "List the changes, newest first, and change nothing.")
    var list = false

    @Option(
        name: [.customShort("n", allowingJoined: true), .customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of changes to list.", valueName: "count")
    )
    var limit: Int?

    func validate() throws {
        if list, number != nil { throw ValidationError("--list takes no number of a change") }
        if !list, limit != nil { throw ValidationError("--limit is for --list") }
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        if let number, number < 1 { throw ValidationError("changes are numbered from 1") }
    }

    /// Prints the list, or undoes or redoes the change.
    func run(_ run: UndoRun) throws(ClientError) {
        if list {
            try run.list(limit ?? Self.defaultLimit)
        } else {
            try run.run(number ?? 1)
        }
    }
}
