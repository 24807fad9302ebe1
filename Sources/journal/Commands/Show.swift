// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Show: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show entries.",
        discussion: "On a terminal, all attributes are shown; in a pipe, only the text."
    )

    @OptionGroup var entries: EntriesArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let text = EntryText(terminal: context.terminal)
        try entries.forEach(in: context) { id throws(ClientError) in
            let entry = try context.client.call(EntryGet(id: id)).entry
            return (text.full(entry), entry.json)
        }
    }
}
