// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalProtocol

struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "List and rename tags.",
        subcommands: [ListAll.self, Rename.self],
        defaultSubcommand: ListAll.self
    )

    struct ListAll: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the tags and how many entries have them."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in session: Session) throws(ClientError) {
            let reply = try session.client.call(TagList())
            switch session.format {
            case .json: session.output.line(reply.json)
            case .jsonLines: for tag in reply.tags { session.output.line(tag.json) }
            case .text:
                var table = Table()
                for tag in reply.tags { table.add(tag.name, String(tag.entryCount)) }
                for line in table.lines(for: session.terminal) { session.output.line(line) }
            }
        }
    }

    struct Rename: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Give a tag another name on every entry that has it."
        )

        @Argument(help: "The name it has.") var name: String
        @Argument(help: "The name it gets.") var newName: String

        @Flag(name: .long, help: "If there is a tag of the new name, make both one.")
        var merge = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in session: Session) throws(ClientError) {
            let reply = try session.client.call(TagRename(tag: name, name: newName, merge: merge))
            session.show(reply.tag.name, reply.json)
        }
    }
}
