// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Attach: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Attach files to an entry."
    )

    @Argument(
        help: ArgumentHelp("The id of the entry, or its first digits.", valueName: "id"),
        completion: .entries
    )
    var id: String

    @Argument(
        help: ArgumentHelp("The files.", valueName: "file"),
        completion: .file(),
        transform: PathArgument.path
    )
    var files: [String]

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let reference = try EntryArgument.reference(id)
        let get = EntryGet(id: reference, allowsUnreadable: true)
        let entry = try context.client.call(get).entry
        var attached: [JSON] = []
        defer {
            if context.format == .json { context.output.line(["attachments": .array(attached)]) }
        }
        for file in files {
            let upload = AttachmentUpload(client: try context.client, path: file)
            guard let attachment = try upload.run(to: EntryReference(entry.id)).attachment else {
                continue
            }
            context.recordStored("\(file) was attached")
            if context.format == .json {
                attached.append(attachment.json)
            } else {
                context.show(attachment.id, attachment.json)
            }
        }
        context.noteTrash(of: entry)
    }
}
