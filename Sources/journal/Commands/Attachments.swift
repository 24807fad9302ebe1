// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Attachments: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachments",
        abstract: "List, save or remove the files of an entry.",
        discussion: HelpText.attachments
    )

    @Argument(
        help: ArgumentHelp("The id of the entry, or its first digits.", valueName: "id"),
        completion: .entries
    )
    var id: String

    @Option(
        name: .long,
        help: ArgumentHelp("Save the files in this folder.", valueName: "folder"),
        completion: .directory,
        transform: PathArgument.path
    )
    var save: String?

    @Option(
        name: .long,
        parsing: .singleValue,
        help: ArgumentHelp(
            "Remove the file with this name, or the first digits of its id; repeat for several.",
            valueName: "name"
        )
    )
    var remove: [String] = []

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if save != nil, !remove.isEmpty {
            throw ValidationError("--save and --remove cannot be combined")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        let reference = try EntryArgument.reference(id)
        let reply = try context.client.call(AttachmentList(entry: reference))
        if let save {
            try saveAll(reply.attachments, in: save, context: context)
        } else if !remove.isEmpty {
            try remove(named(in: reply.attachments), in: context)
        } else {
            list(reply, in: context)
        }
    }

    /// Saves the files, except damaged ones, which the error names.
    private func saveAll(
        _ attachments: [AttachmentRecord],
        in folder: String,
        context: CommandContext
    ) throws(ClientError) {
        let download = AttachmentDownload(client: try context.client, folder: folder)
        var unreadable = UnreadableFiles()
        for attachment in attachments {
            do throws(ClientError) {
                let path = try download.save(attachment)
                context.show(path, ["path": .string(path), "attachment": attachment.json])
            } catch  where error.isDamagedFile {
                unreadable.note(attachment)
            }
        }
        guard let message = unreadable.message else { return }
        try context.output.flush()
        throw ClientError(.damaged, message, advice: UnreadableFiles.advice)
    }

    /// Returns the files to remove, each once; all of them are found before the first is removed.
    private func named(
        in attachments: [AttachmentRecord]
    ) throws(ClientError) -> [(id: EntryID, name: String)] {
        var found: [(id: EntryID, name: String)] = []
        for name in remove {
            let attachment = try Self.attachment(name, of: attachments)
            if !found.contains(where: { $0.id == attachment.id }) { found.append(attachment) }
        }
        return found
    }

    private static func attachment(
        _ name: String,
        of attachments: [AttachmentRecord]
    ) throws(ClientError) -> (id: EntryID, name: String) {
        let named = attachments.filter { $0.name == name }
        let found = named.isEmpty ? attachments.filter { $0.isIdentified(by: name) } : named
        guard let attachment = found.first, let uuid = EntryID(attachment.id) else {
            throw ClientError(.missing, "the entry has no attachment \"\(name)\"")
        }
        guard found.count == 1 else {
            throw ClientError(
                .usage,
                "the entry has \(found.count) attachments named \"\(name)\"",
                advice: "Use one of the ids: " + found.map(\.id).joined(separator: ", ")
            )
        }
        return (uuid, attachment.name)
    }

    private func remove(
        _ attachments: [(id: EntryID, name: String)],
        in context: CommandContext
    ) throws(ClientError) {
        for (id, name) in attachments {
            let reply = try context.client.call(AttachmentRemove(id: id))
            context.show(id.text, reply.json, stored: "\(name) was removed")
        }
    }

    private func list(_ reply: AttachmentList.Reply, in context: CommandContext) {
        context.list(reply.attachments.map(\.json), whole: reply.json) {
            var table = Table()
            for attachment in reply.attachments {
                table.add(
                    context.terminal.isInteractive
                        ? String(attachment.id.prefix(8)) : attachment.id,
                    String(attachment.size),
                    attachment.mediaType,
                    attachment.name
                )
            }
            return table.fittedLines(for: context.terminal)
        }
    }
}

extension AttachmentRecord {
    /// The minimum number of digits that identify an attachment.
    private static let minimumDigits = 4

    /// Whether a text has the first digits of the id.
    fileprivate func isIdentified(by text: String) -> Bool {
        text.count >= Self.minimumDigits && id.hasPrefix(text.lowercased())
    }
}
