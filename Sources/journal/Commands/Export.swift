// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol
internal import JournalTransfer

struct Export: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write entries to a file or a folder for other programs.",
        discussion: HelpText.export
    )

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "The new file or folder; a folder ends with / or exists (default: standard output).",
            valueName: "path"
        ),
        completion: .file(),
        transform: PathArgument.path
    )
    var output: String?

    @Option(
        name: .long,
        help: "json, jsonl, markdown, jrnl, jrnl-json, dayone or html (default: by the file)."
    )
    var format: TransferFormat?

    @Flag(name: .long, help: "Replace an existing file.")
    var force = false

    @OptionGroup var selection: FilterOptions

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let target = EntryExport.Target(path: output)
        let export = EntryExport(
            context,
            format: format ?? Self.format(of: output) ?? (common.jsonl ? .jsonLines : .json),
            target: target,
            mayReplace: force
        )
        let summary = try export.run(try selection.filter(context))
        if target != .output { context.show(summary.text, summary.json) }
        if summary.omittedAttachments > 0 {
            StandardError.say(
                "journal: the content of \(summary.omittedAttachments) attached files is not in "
                    + "the export; export into a folder to include it"
            )
        }
        guard summary.damage.isEmpty else {
            try context.output.flush()
            throw ClientError(
                .nothingFound,
                "damaged entries or files are not in the export",
                advice: (summary.damage + ["Look for them in a backup; see: journal doctor --full"])
                    .joined(separator: "\n")
            )
        }
    }

    private static func format(of path: String?) -> TransferFormat? {
        guard let path else { return nil }
        return TransferFormat(fileName: path) ?? (path.hasSuffix("/") ? .markdown : nil)
    }
}

extension TransferFormat: ExpressibleByArgument {}
