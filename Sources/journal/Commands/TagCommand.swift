// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "List, rename, merge and delete tags.",
        subcommands: [ListAll.self, Rename.self, Merge.self, Delete.self],
        defaultSubcommand: ListAll.self,
        aliases: ["tags"]
    )

    struct ListAll: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List tags with the number of their entries."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(TagList())
            context.list(reply.tags.map(\.json), whole: reply.json) {
                var table = Table()
                for tag in reply.tags { table.add(tag.name, String(tag.entryCount)) }
                return table.lines(for: context.terminal)
            }
        }
    }

    struct Rename: JournalCommand {
        static let changeName = "tag rename"
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Rename a tag."
        )

        @Argument(help: "The current name.", completion: .tags, transform: TextTags.name)
        var name: String
        @Argument(help: "The new name.", transform: TextTags.name) var newName: String

        @Flag(name: .long, help: "If the new name is taken, merge the two tags.")
        var merge = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            try Interruption.delayed { () throws(ClientError) in
                let reply = try rename(context.client)
                context.show(
                    reply.tag.name,
                    reply.json,
                    stored: "tag \(reply.tag.name) was renamed"
                )
            }
        }

        private func rename(_ client: JournalClient) throws(ClientError) -> TagRename.Reply {
            do throws(ClientError) {
                return try client.call(TagRename(tag: name, name: newName, merge: merge))
            } catch {
                var error = error
                if error.cause?.kind == .tagExists {
                    error.advice = "To merge the two tags: journal tag merge '\(name)' '\(newName)'"
                }
                throw error
            }
        }
    }

    struct Merge: JournalCommand {
        static let changeName = "tag merge"
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Replace a tag by another one on all entries."
        )

        @Argument(help: "The tag to replace.", completion: .tags, transform: TextTags.name)
        var name: String
        @Argument(help: "The tag that replaces it.", completion: .tags, transform: TextTags.name)
        var target: String

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            try Interruption.delayed { () throws(ClientError) in
                let reply = try context.client.call(TagMerge(tag: name, into: target))
                context.show(
                    reply.tag.name,
                    reply.json,
                    stored: "tag \(name) was merged into \(reply.tag.name)"
                )
            }
        }
    }

    struct Delete: JournalCommand {
        static let changeName = "tag delete"
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Remove a tag from all entries.",
            aliases: ["rm"]
        )

        @Argument(help: "The tag.", completion: .tags, transform: TextTags.name) var name: String

        @Flag(name: .shortAndLong, help: "Remove it without asking.") var yes = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            guard try isConfirmed(context) else {
                throw ClientError(.nothingFound, "nothing was deleted")
            }
            try Interruption.delayed { () throws(ClientError) in
                let reply = try context.client.call(TagDelete(tag: name))
                let entries = reply.entryCount == 1 ? "1 entry" : "\(reply.entryCount) entries"
                context.show(
                    "removed from \(entries)",
                    reply.json,
                    stored: "tag \(name) was deleted"
                )
            }
        }

        /// Asks before a tag is removed from entries, which cannot be undone.
        private func isConfirmed(_ context: CommandContext) throws(ClientError) -> Bool {
            let counts = try [false, true].map { trashed throws(ClientError) in
                let filter = Filter(tags: [name], trashed: trashed)
                return try context.client.call(EntryCount(filter: filter)).count
            }
            let count = counts[0] + counts[1]
            guard count > 0 else { return true }
            let entries = count == 1 ? "1 entry" : "\(count) entries"
            let inTrash = counts[1] == 0 ? "" : " (\(counts[1]) in the trash)"
            return try Confirmation(isGiven: yes)
                .ask("Remove the tag \(name) from \(entries)\(inTrash)? This cannot be undone.")
        }
    }
}
