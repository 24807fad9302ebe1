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

    @Flag(name: .long, help: "Replace an existing file, or the target of a link.")
    var force = false

    @Flag(name: .long, help: "Include the earlier versions of entries; only with json and jsonl.")
    var earlierTexts = false

    @OptionGroup var selection: FilterOptions

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let target = EntryExport.Target(path: output)
        let named = if let format { format } else { try Self.format(of: output) }
        let format = named ?? (common.jsonl ? .jsonLines : .json)
        guard !earlierTexts || [.json, .jsonLines].contains(format) else {
            throw ClientError(
                .usage,
                "--earlier-texts cannot be combined with the format \(format.rawValue)",
                advice: "Use --format json or jsonl."
            )
        }
        let export = EntryExport(
            context,
            format: format,
            target: target,
            mayReplace: force,
            includesVersions: earlierTexts
        )
        let summary = try export.run(try selection.filter(context))
        if target != .output { context.show(summary.text, summary.json) }
        if summary.omittedAttachments > 0 {
            let count = summary.omittedAttachments
            let files = count == 1 ? "1 attached file" : "\(count) attached files"
            StandardError.say(
                "journal: the content of \(files) is not in the export; export into a folder to "
                    + "include it"
            )
        }
        guard summary.damage.isEmpty else {
            try context.output.flush()
            throw ClientError(
                .damaged,
                "damaged entries or files are not in the export",
                advice: (summary.damage + [UnreadableFiles.advice]).joined(separator: "\n")
            )
        }
    }

    /// Returns the format of a file or a folder; nil for a name without an extension.
    private static func format(of path: String?) throws(ClientError) -> TransferFormat? {
        guard let path else { return nil }
        if let format = TransferFormat(fileName: path) { return format }
        if path.hasSuffix("/") || FileSystem.isDirectory(path) { return .markdown }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard !name.dropFirst().contains(".") else {
            throw ClientError(
                .usage,
                "the format of \(path) is unknown",
                advice: "Name it with --format."
            )
        }
        return nil
    }
}

extension TransferFormat: ExpressibleByArgument {}
