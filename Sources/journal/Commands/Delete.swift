// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Delete: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Move entries to the trash.",
        discussion: HelpText.delete,
        aliases: ["rm"]
    )

    @OptionGroup var entries: EntriesArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        try entries.forEach(in: context, stored: "moved to the trash") { id throws(ClientError) in
            let written = try context.client.call(EntryDelete(id: id))
            return (written.id.text, written.json)
        }
        if context.terminal.isInteractive, context.format == .text {
            StandardError.say("Moved to the trash. To undo: journal restore ID")
        }
    }
}
