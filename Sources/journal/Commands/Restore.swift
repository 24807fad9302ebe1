// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Restore: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore entries from the trash."
    )

    @OptionGroup var entries: EntriesArgument

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let trashing = EntryTrashing(client: try context.client)
        try entries.ids.forEachEntry(in: context, changed: "restored") {
            id throws(ClientError) in
            let result = try trashing.restore(id)
            if !result.isChanged {
                StandardError.say("journal: entry \(id) was not in the trash")
            }
            return result.written
        }
    }
}
