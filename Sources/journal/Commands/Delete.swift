// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Delete: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Move entries to the trash.",
        discussion: HelpText.delete,
        aliases: ["rm"]
    )

    @Argument(
        help: ArgumentHelp("The ids of the entries, or their first digits.", valueName: "id"),
        completion: .entries
    )
    var ids: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Move all entries that match to the trash.", valueName: "query")
    )
    var search: String?

    @Flag(name: .shortAndLong, help: "Do not ask before --search deletes.")
    var yes = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if ids.isEmpty, search == nil { throw ValidationError("expected an id or --search") }
        if !ids.isEmpty, search != nil {
            throw ValidationError("ids and --search cannot be combined")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        var isChanged = true
        if let search {
            let found = try SearchSelection(search, client: try context.client)
            try SelectionDeletion(context).run(found.entries, isConfirmed: yes)
        } else {
            let trashing = EntryTrashing(client: try context.client)
            isChanged = false
            try ids.forEachEntry(in: context, changed: "moved to the trash") {
                id throws(ClientError) in
                let result = try trashing.delete(id)
                if result.isChanged {
                    isChanged = true
                } else {
                    StandardError.say("journal: entry \(id) was in the trash already")
                }
                return result.written
            }
        }
        if isChanged, context.terminal.isInteractive, context.format == .text {
            try context.output.flush()
            StandardError.say("Moved to the trash. To undo: journal undo")
        }
    }
}
