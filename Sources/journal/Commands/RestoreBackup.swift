// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct RestoreBackup: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup",
        abstract: "Go back to a backup of the journal.",
        discussion: HelpText.restoreBackup
    )

    @Argument(
        help: ArgumentHelp("The backup.", valueName: "file"),
        completion: .file(),
        transform: PathArgument.path
    )
    var file: String

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        var options = common.options
        options.mayStart = false
        let quiet = CommandContext(options, environment: context.environment)
        let restoration = try BackupRestoration(
            FileSystem.absolute(file),
            in: context,
            quiet: quiet
        )
        let outcome = try restoration.run(Confirmation(isGiven: yes))
        let kept = outcome.kept.map { "\nThe previous store is \($0)" } ?? ""
        let lock = outcome.isLocked ? "\nThe journal is locked. To unlock it: journal unlock" : ""
        context.show(
            "restored \(PermanentDeletion.entries(outcome.entryCount))\(kept)\(lock)",
            outcome.json,
            stored: "the backup was restored"
        )
    }
}
