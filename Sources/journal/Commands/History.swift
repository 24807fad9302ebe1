// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct History: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show or restore earlier versions of an entry.",
        discussion: HelpText.history
    )

    @Argument(
        help: ArgumentHelp("The id of the entry, or its first digits.", valueName: "id"),
        completion: .entries
    )
    var id: String

    @Option(name: .long, help: ArgumentHelp("Print this version.", valueName: "number"))
    var show: Int?

    @Option(
        name: .long,
        help: ArgumentHelp("Make this version the text of the entry.", valueName: "number")
    )
    var restore: Int?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if show != nil, restore != nil {
            throw ValidationError("--show and --restore cannot be combined")
        }
        for number in [show, restore] {
            if let number, number < 1 { throw ValidationError("versions are numbered from 1") }
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        let get = EntryGet(id: try EntryArgument.reference(id), allowsUnreadable: true)
        let entry = try context.client.call(get).entry
        let history = EntryVersions(client: try context.client, entry: entry)
        if let number = show ?? restore {
            let version = try history.version(number)
            guard restore != nil else {
                context.show(version.text, version.json)
                return
            }
            let editing = EntryEditing(
                client: try context.client,
                stateDirectory: try context.stateDirectory()
            )
            let change = EntryUpdate(
                id: EntryReference(entry.id),
                text: version.text,
                include: context.format == .text ? .summary : .full
            )
            let written = try editing.update(entry, applying: change)
            context.show(written.id.text, written.json, stored: "entry \(written.id) was changed")
        } else {
            try list(history, in: context)
        }
    }

    private func list(_ history: EntryVersions, in context: CommandContext) throws(ClientError) {
        context.page()
        var all: [JSON] = []
        let text = VersionText(terminal: context.terminal)
        var newer = history.entry.text
        var number = 0
        try history.forEach { version throws(ClientError) in
            number += 1
            switch context.format {
            case .text:
                for line in text.lines(version, number: number, replacedBy: newer) {
                    context.output.line(styled: line)
                }
            case .json: all.append(version.json)
            case .jsonLines: context.output.line(version.json)
            }
            newer = version.text
            try context.requireReader()
        }
        if context.format == .json { context.output.line(["versions": .array(all)]) }
        if number == 0, context.format == .text, context.terminal.isInteractive {
            StandardError.say("journal: the text of the entry was never changed")
        }
    }
}
