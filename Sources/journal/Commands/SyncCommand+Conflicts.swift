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
                        conflict.otherFirstLine
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
            completion: .entries
        )
        var id: String

        @Option(
            name: .long,
            help: ArgumentHelp(
                "Make this text the one of the entry; the first digits of its id.",
                valueName: "text"
            )
        )
        var use: String?

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let client = try context.client
            let get = EntryGet(id: try EntryArgument.reference(id), allowsUnreadable: true)
            let entry = try client.call(get).entry
            let all = try client.call(SyncConflicts(limit: Limits.page)).conflicts
            let conflicts = try ConflictChoice(among: all).conflicts(of: entry.id)
            var used: SyncConflict?
            if let use { used = try ConflictChoice.conflict(with: use, among: conflicts) }
            // What is settled last becomes the text of the entry.
            let kept = conflicts.filter { $0 != used }
            var reply: EntryWritten?
            for conflict in kept + [used].compactMap(\.self) {
                reply = try client.call(
                    SyncResolve(
                        id: EntryReference(entry.id),
                        version: conflict.version.id,
                        restore: conflict == used
                    )
                )
            }
            guard let reply else { return }
            context.show(reply.id.text, reply.json, stored: "entry \(reply.id) was changed")
        }
    }
}
