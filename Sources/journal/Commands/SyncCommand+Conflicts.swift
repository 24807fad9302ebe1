// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

extension SyncCommand {
    struct Conflicts: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "conflicts",
            abstract: "List the texts that were written on two machines.",
            discussion: HelpText.syncConflicts
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(SyncConflicts(limit: Limits.page))
            context.list(reply.conflicts.map(\.json), whole: reply.json) {
                var table = Table()
                for conflict in reply.conflicts {
                    table.add(
                        conflict.entry.firstDigits,
                        conflict.firstLine,
                        conflict.version.id.firstDigits,
                        LocalTime.minute(of: conflict.version.replacedAt),
                        conflict.otherFirstLine,
                        conflict.notes
                    )
                }
                return table.lines(for: context.terminal)
            }
        }
    }

    struct Resolve: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "resolve",
            abstract: "Settle which text of an entry stays.",
            discussion: HelpText.syncResolve
        )

        @Argument(
            help: ArgumentHelp("The id of the entry, or its first digits.", valueName: "id"),
            completion: .conflicts
        )
        var id: String

        @Option(
            name: .long,
            help: ArgumentHelp(
                "Make this text the one of the entry; the first digits of its id.",
                valueName: "text"
            ),
            completion: .conflictTexts
        )
        var use: String?

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let settlement = ConflictSettlement(client: try context.client)
            let reply = try settlement.settle(try EntryArgument.reference(id), using: use)
            context.show(reply.id.text, reply.json, stored: "entry \(reply.id) was changed")
        }
    }
}
