// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Purge: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Delete entries permanently.",
        discussion: HelpText.purge
    )

    @Argument(
        help: ArgumentHelp("The ids of the entries, or their first digits.", valueName: "id"),
        completion: .entries
    )
    var ids: [String]

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        var references: [EntryReference] = []
        for id in ids { references.append(try EntryArgument.reference(id)) }
        // So many ids need several requests; a mistyped one must not be found after the first.
        if !yes || references.count > Limits.batch {
            let text = EntryText(terminal: context.terminal.forMessages)
            // What is shown is deleted, even if another entry gets the same first digits.
            var entries: [EntryRecord] = []
            for reference in references {
                let get = EntryGet(id: reference, allowsUnreadable: true)
                let entry = try context.client.call(get).entry
                if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
            }
            references = entries.map { EntryReference($0.id) }
            let question = "Delete \(PermanentDeletion.entries(entries.count)) permanently?"
            let lines = entries.map { text.line($0) }
            guard try Confirmation(isGiven: yes).ask(question, details: lines) else {
                throw ClientError(.nothingFound, "nothing was deleted")
            }
        }
        try PermanentDeletion(context).purge(references)
    }
}
