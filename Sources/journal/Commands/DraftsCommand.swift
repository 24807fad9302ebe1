// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct DraftsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drafts",
        abstract: "List, use and delete drafts, conflicts and undelivered entries.",
        discussion: HelpText.drafts,
        subcommands: [ListAll.self, Use.self, Show.self, Delete.self],
        defaultSubcommand: ListAll.self,
        aliases: ["draft"]
    )

    /// The saved files that a command is applied to.
    struct Texts: ParsableArguments {
        @Argument(
            help: ArgumentHelp("The numbers or the names of the drafts.", valueName: "number")
        )
        var texts: [String]

        /// Returns the files, each once; all are found before the first one is changed.
        func found(in context: CommandContext) throws(ClientError) -> [SavedText] {
            let saved = SavedTexts(stateDirectory: try context.stateDirectory())
            var found: [SavedText] = []
            for argument in texts {
                let text = try saved.text(argument)
                if !found.contains(where: { $0.path == text.path }) { found.append(text) }
            }
            return found
        }
    }

    struct ListAll: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the drafts, oldest first, with their kind and age."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let texts = SavedTexts(stateDirectory: try context.stateDirectory()).all
            DraftList(context).show(texts)
            if texts.isEmpty, context.terminal.isInteractive {
                StandardError.say("journal: there are no drafts")
            }
        }
    }

    struct Use: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "use",
            abstract: "Open a text in the editor, write it, and remove its file."
        )

        @OptionGroup var texts: Texts

        @Flag(name: .long, help: "Write the text as it is, without the editor.")
        var asIs = false

        @Option(
            name: [.customShort("N"), .long],
            help: ArgumentHelp(
                "Replace the notebook of the text; it is created if it does not exist.",
                valueName: "name"
            ),
            completion: .notebooks
        )
        var notebook: String?

        @Option(
            name: [.customShort("t"), .customLong("tag")],
            parsing: .singleValue,
            help: ArgumentHelp(
                "Replace the tags of the text: a, or a,b; can be repeated.",
                valueName: "name"
            ),
            completion: .tags
        )
        var tags: [String] = []

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            var use = try DraftUse(context, isEdited: !asIs)
            use.notebook = notebook
            use.tags = tags.isEmpty ? nil : TextTags.names(in: tags)
            for text in try texts.found(in: context) { try use.run(text) }
        }
    }

    struct Show: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print a text."
        )

        @OptionGroup var texts: Texts

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            for saved in try texts.found(in: context) {
                let text = try saved.text()
                context.show(text, ["path": .string(saved.path), "text": .string(text)])
            }
        }
    }

    struct Delete: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete drafts.",
            aliases: ["rm"]
        )

        @OptionGroup var texts: Texts

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var yes = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let found = try texts.found(in: context)
            var locks: [DraftLock] = []
            for saved in found { locks.append(try DraftLock(saved.path)) }
            defer { withExtendedLifetime(locks) {} }
            let question = found.count == 1 ? "Delete it?" : "Delete \(found.count) drafts?"
            let lines = found.map { "\($0.kind.rawValue)  \($0.firstLine)" }
            guard try Confirmation(isGiven: yes).ask(question, details: lines) else {
                throw ClientError(.nothingFound, "nothing was deleted")
            }
            for saved in found {
                try saved.remove()
                context.show(saved.path, ["path": .string(saved.path)])
            }
        }
    }
}
