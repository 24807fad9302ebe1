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

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Print entries in this form, such as \"{date} {title}\"; see journal list --help.",
            valueName: "template"
        )
    )
    var format: String?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let text = EntryText(terminal: context.terminal)
        let template = try EntryTemplate.parse(format, in: context)
        let now = LocalTime.now()
        context.page()
        try entries.forEach(in: context) { id throws(ClientError) in
            let entry = try context.client.call(EntryGet(id: id)).entry
            let line = template?.text(entry, now: now, terminal: context.terminal)
            return (line ?? text.full(entry), entry.json)
        }
    }
}
