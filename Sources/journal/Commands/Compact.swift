// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Compact: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Give the space of deleted entries back.",
        discussion: HelpText.compact
    )

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let reply: StoreCompact.Reply
        do throws(ClientError) {
            reply = try Interruption.delayed { () throws(ClientError) in
                try context.client.call(StoreCompact())
            }
        } catch {
            guard error.cause?.kind == .cancelled else { throw error }
            throw Interruption.error("the store was not made smaller")
        }
        let returned = FileSize.text(max(0, reply.formerSize - reply.size))
        context.show("returned \(returned); the store has \(FileSize.text(reply.size))", reply.json)
    }
}
