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
            "Print entries in this form, such as \"{date} {title}\".",
            valueName: "template"
        )
    )
    var format: String?

    @Flag(name: .long, help: "On a terminal, show how long ago entries were written.")
    var relative = false

    func template(_ context: CommandContext) throws(ClientError) -> EntryTemplate? {
        try EntryTemplate.parse(format, context)
    }
}

extension EntryTemplate {
    /// Parses the value of `--format`.
    ///
    /// - Throws: `usage` if it is invalid or contradicts another option.
    static func parse(
        _ format: String?,
        _ context: CommandContext
    ) throws(ClientError) -> EntryTemplate? {
        guard let format else { return nil }
        let template = try EntryTemplate(format)
        guard context.format == .text else {
            throw ClientError(.usage, "--format cannot be combined with --json or --jsonl")
        }
        return template
    }
}
