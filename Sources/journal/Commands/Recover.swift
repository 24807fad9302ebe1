// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct Recover: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Save what can be read of a damaged store.",
        discussion: HelpText.recover
    )

    @Argument(
        help: ArgumentHelp("The damaged store or backup.", valueName: "file"),
        completion: .file(),
        transform: PathArgument.path
    )
    var file: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The new file or folder; a folder ends with / or exists (default: standard output).",
            valueName: "path"
        ),
        completion: .file(),
        transform: PathArgument.path
    )
    var to: String?

    @Flag(name: .long, help: "Include the entries in the trash.")
    var trash = false

    @Flag(name: .long, help: "Replace an existing file.")
    var force = false

    @OptionGroup var passphrase: PassphraseOption

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A backup with the key of an encrypted store, if the key in the store is damaged.",
            valueName: "file"
        ),
        completion: .file()
    )
    var keyFrom: String?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let target = EntryExport.Target(path: to)
        let recovery = StoreRecovery(
            context,
            to: target,
            includesTrash: trash,
            mayReplace: force,
            key: StoreRecovery.Key(passphraseFile: passphrase.file, record: keyFrom)
        )
        let summary = try recovery.run(FileSystem.absolute(file))
        if target != .output {
            context.show(summary.text, summary.json)
            try context.output.flush()
        } else {
            try context.output.flush()
            StandardError.say("journal: \(summary.text)")
        }
        for line in summary.details { StandardError.say("journal: \(line)") }
        if !summary.isComplete {
            throw ClientError(
                .nothingFound,
                "not everything in \(file) could be read",
                advice: "To take over what was read: journal import \(to ?? "FILE")"
            )
        }
    }
}
