// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct BackupCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a copy of the journal to a file, or check one.",
        discussion: HelpText.backup
    )

    @Argument(help: ArgumentHelp("The new file.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .long, help: "Check an existing backup instead.")
    var verify = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let path = FileSystem.absolute(file)
        guard verify else {
            let reply = try BackupFile(path: path).write(from: context.client)
            context.show(reply.path, reply.json, stored: "the backup was written")
            return
        }
        let reply = try context.client.call(BackupVerify(path: path))
        let count = Purge.entries(reply.entryCount)
        context.show(
            reply.isIntact ? "intact, \(count)" : "damaged, \(count)",
            reply.json
        )
        if !reply.isIntact {
            throw ClientError(
                .nothingFound,
                "\(file) is damaged",
                advice: reply.problems.joined(separator: "\n")
            )
        }
    }
}
