// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
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

    func run(in session: Session) throws(ClientError) {
        try entries.forEach(in: session) { id throws(ClientError) in
            let written = try session.client.call(EntryDelete(id: id))
            return (written.id.text, written.json)
        }
        if session.terminal.isInteractive, session.format == .text {
            StandardError.say("In the trash. Bring it back with: journal restore ID")
        }
    }
}

struct Restore: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Take entries out of the trash."
    )

    @OptionGroup var entries: EntriesArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        try entries.forEach(in: session) { id throws(ClientError) in
            let written = try session.client.call(EntryRestore(id: id))
            return (written.id.text, written.json)
        }
    }
}
