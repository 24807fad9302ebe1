// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The entries that a command is applied to.
struct EntriesArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The ids of the entries, or their first digits.", valueName: "id"))
    var ids: [String]

    /// Applies an action to each entry in turn and prints its result.
    ///
    /// With `--json`, the results for several ids are one object; it contains those before a
    /// failure.
    ///
    /// - Parameters:
    ///   - context: The run.
    ///   - change: What the action does to an entry, such as `restored`; nil if it only reads.
    ///   - act: The action.
    /// - Throws: The first failure; the remaining entries are skipped.
    func forEach(
        in context: CommandContext,
        stored change: String? = nil,
        _ act: (EntryReference) throws(ClientError) -> (text: String, json: JSON)
    ) throws(ClientError) {
        let isOneObject = context.format == .json && ids.count > 1
        var results: [JSON] = []
        defer { if isOneObject { context.output.line(["entries": .array(results)]) } }
        var references: [EntryReference] = []
        for id in ids { references.append(try EntryArgument.reference(id)) }
        for reference in references {
            let result = try act(reference)
            if let change { context.recordStored("entry \(reference) was \(change)") }
            if isOneObject {
                results.append(result.json)
            } else {
                context.show(styled: result.text, result.json)
            }
        }
    }
}
