// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalProtocol

struct Delete: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Move entries to the trash.",
        aliases: ["rm"]
    )

    @Argument(help: ArgumentHelp("The entries, by the beginning of their ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        for id in ids {
            let call = EntryDelete(id: try EntryArgument.reference(id))
            let written = try session.client.call(call)
            session.show(written.id.text, written.json)
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

    @Argument(help: ArgumentHelp("The entries, by the beginning of their ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        for id in ids {
            let call = EntryRestore(id: try EntryArgument.reference(id))
            let written = try session.client.call(call)
            session.show(written.id.text, written.json)
        }
    }
}
