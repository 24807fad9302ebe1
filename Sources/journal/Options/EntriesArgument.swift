// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The entries that a command does the same with.
struct EntriesArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The entries, by the beginning of their ids.", valueName: "id"))
    var ids: [String]

    /// Does something with one entry after the other, and shows what came of each.
    ///
    /// As one object, several are in it together, those before a failure too.
    func forEach(
        in context: CommandContext,
        _ act: (EntryReference) throws(ClientError) -> (text: String, json: JSON)
    ) throws(ClientError) {
        let isTogether = context.format == .json && ids.count > 1
        var together: [JSON] = []
        defer { if isTogether { context.output.line(["entries": .array(together)]) } }
        var references: [EntryReference] = []
        for id in ids { references.append(try EntryArgument.reference(id)) }
        for reference in references {
            let result = try act(reference)
            if isTogether {
                together.append(result.json)
            } else {
                context.show(styled: result.text, result.json)
            }
        }
    }
}
