// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The options for the form of a list.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Print entries in this form, such as \"{date} {title}\"; see journal list --help.",
            valueName: "template"
        )
    )
    var format: String?

    @Flag(name: .long, help: "On a terminal, show how long ago entries were written.")
    var relative = false

    func template(_ context: CommandContext) throws(ClientError) -> EntryTemplate? {
        guard format == nil else { return try EntryTemplate.parse(format, in: context) }
        guard context.format == .text, context.terminal.isInteractive,
            let setting = context.settings.listFormat
        else { return nil }
        return try EntryTemplate(setting)
    }

    /// Returns whether to show times relative to now.
    func showsRelativeTimes(_ context: CommandContext) -> Bool {
        relative || context.settings.relativeTimes ?? false
    }
}

extension EntryTemplate {
    /// Parses the value of `--format`.
    ///
    /// - Throws: `usage` if it is invalid or contradicts another option.
    static func parse(
        _ format: String?,
        in context: CommandContext
    ) throws(ClientError) -> EntryTemplate? {
        guard let format else { return nil }
        let template = try EntryTemplate(format)
        guard context.format == .text else {
            throw ClientError(.usage, "--format cannot be combined with --json or --jsonl")
        }
        return template
    }
}
