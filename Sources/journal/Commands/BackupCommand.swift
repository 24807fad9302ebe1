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

    @Argument(
        help: ArgumentHelp("The new file.", valueName: "file"),
        completion: .file(),
        transform: PathArgument.path
    )
    var file: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write a backup with a dated name into this folder.", valueName: "path"),
        completion: .directory,
        transform: PathArgument.path
    )
    var folder: String?

    @Option(
        name: .long,
        help: ArgumentHelp("With --folder, keep only the newest backups.", valueName: "count")
    )
    var keep: Int?

    @Flag(name: .long, help: "Check an existing backup instead.")
    var verify = false

    @OptionGroup var passphrase: PassphraseOption

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        guard (file == nil) != (folder == nil) else {
            throw ValidationError("name a file, or a folder with --folder")
        }
        guard folder == nil || !verify else {
            throw ValidationError("--verify needs a file")
        }
        guard verify || passphrase.file == nil else {
            throw ValidationError("--passphrase-file needs --verify")
        }
        guard keep == nil || folder != nil, keep ?? 1 > 0 else {
            throw ValidationError("--keep needs --folder and at least 1")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        if let folder {
            let target = BackupFolder(path: FileSystem.absolute(folder))
            let outcome = try target.add(keeping: keep, from: context.client)
            LastBackup.record(outcome.path, in: context)
            context.show(outcome.path, outcome.json, stored: "the backup was written")
        } else if let file {
            try run(file, in: context)
        }
    }

    private func run(_ file: String, in context: CommandContext) throws(ClientError) {
        let path = FileSystem.absolute(file)
        guard verify else {
            let reply = try BackupFile(path: path).write(from: context.client)
            LastBackup.record(reply.path, in: context)
            context.show(reply.path, reply.json, stored: "the backup was written")
            return
        }
        let reply = try BackupCheck(context, passphraseFile: passphrase.file).run(path)
        context.show(reply.text, reply.json)
        if !reply.isIntact {
            throw ClientError(
                .nothingFound,
                "\(file) is damaged",
                advice: reply.problems.joined(separator: "\n")
            )
        }
    }
}
