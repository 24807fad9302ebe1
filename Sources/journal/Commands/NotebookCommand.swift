// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct NotebookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notebook",
        abstract: "List, create, rename and delete notebooks.",
        subcommands: [ListAll.self, Create.self, Rename.self, Remove.self],
        defaultSubcommand: ListAll.self,
        aliases: ["notebooks"]
    )

    struct ListAll: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List notebooks with the number of their entries."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(NotebookList())
            context.list(reply.notebooks.map(\.json), whole: reply.json) {
                var table = Table()
                for notebook in reply.notebooks {
                    table.add(notebook.name, String(notebook.entryCount))
                }
                return table.lines(for: context.terminal)
            }
        }
    }

    struct Create: JournalCommand {
        static let changeName = "notebook create"
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a notebook."
        )

        @Argument(help: "The name of the notebook.") var name: String

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let written = try context.client.call(NotebookCreate(name: name))
            context.show(
                written.notebook.name,
                written.json,
                stored: "notebook \(written.notebook.name) was created"
            )
        }
    }

    struct Rename: JournalCommand {
        static let changeName = "notebook rename"
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Rename a notebook."
        )

        @Argument(help: "The current name.", completion: .notebooks) var name: String
        @Argument(help: "The new name.") var newName: String

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let written = try context.client.call(NotebookRename(notebook: name, name: newName))
            context.show(
                written.notebook.name,
                written.json,
                stored: "notebook \(written.notebook.name) was renamed"
            )
        }
    }

    struct Remove: JournalCommand {
        static let changeName = "notebook delete"
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete an empty notebook, or move its entries and delete it."
        )

        @Argument(help: "The name of the notebook.", completion: .notebooks) var name: String

        @Option(
            name: .long,
            help: ArgumentHelp("Move the entries to this notebook.", valueName: "name"),
            completion: .notebooks
        )
        var moveTo: String?

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            try Interruption.delayed { () throws(ClientError) in
                let reply = try context.client.call(
                    NotebookDelete(notebook: name, moveEntriesTo: moveTo)
                )
                context.show(name, reply.json, stored: "notebook \(name) was deleted")
            }
        }
    }
}
