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

    @OptionGroup var entries: EntriesArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        let text = EntryText(terminal: session.terminal)
        try entries.forEach(in: session) { id throws(ClientError) in
            let entry = try session.client.call(EntryGet(id: id)).entry
            return (text.full(entry), entry.json)
        }
    }
}
