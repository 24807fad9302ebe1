// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct Redo: JournalCommand {
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
