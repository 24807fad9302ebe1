// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "Empty the trash.",
        subcommands: [Empty.self]
    )

    struct Empty: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "empty",
            abstract: "Delete all entries in the trash permanently.",
            discussion: HelpText.purge
        )

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var yes = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            // What is moved into the trash after the question is not deleted.
            let start = Timestamp(milliseconds: LocalTime.now().milliseconds + 1)
            if !yes {
                let filter = Filter(trashed: true)
                let count = try context.client.call(EntryCount(filter: filter)).count
                let question =
                    "Delete \(PermanentDeletion.entries(count)) in the trash permanently?"
                guard try Confirmation(isGiven: count == 0).ask(question) else {
                    throw ClientError(.nothingFound, "nothing was deleted")
                }
            }
            try PermanentDeletion(context).emptyTrash(before: yes ? nil : start)
        }
    }
}
