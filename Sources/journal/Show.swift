// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalProtocol

struct Show: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show entries.",
        discussion: "On a terminal with everything that is known; in a pipe the text alone."
    )

    @Argument(help: ArgumentHelp("The entries, by the beginning of their ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        let text = EntryText(terminal: session.terminal)
        for id in ids {
            let reply = try session.client.call(EntryGet(id: try EntryArgument.reference(id)))
            session.show(text.full(reply.entry), reply.entry.json)
        }
    }
}
