// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct Undo: JournalCommand {
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
