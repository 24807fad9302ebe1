// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

/// The entries that a command is applied to.
struct EntriesArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The ids of the entries, or their first digits.", valueName: "id"),
        completion: .entries
    )
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
        try ids.forEachEntry(in: context, stored: change, act)
    }
}

extension [String] {
    /// Applies an action to each of these ids, as `EntriesArgument` does.
    fileprivate func forEachEntry(
        in context: CommandContext,
        stored change: String?,
        _ act: (EntryReference) throws(ClientError) -> (text: String, json: JSON)
    ) throws(ClientError) {
        let isOneObject = context.format == .json && count > 1
        var results: [JSON] = []
        defer { if isOneObject { context.output.line(["entries": .array(results)]) } }
        var references: [EntryReference] = []
        for id in self { references.append(try EntryArgument.reference(id)) }
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

    /// Changes each of these entries once.
    ///
    /// - Parameters:
    ///   - context: The run.
    ///   - change: What the action does to an entry, such as `restored`.
    ///   - act: The action.
    /// - Throws: The first failure; the remaining entries are skipped.
    func forEachEntry(
        in context: CommandContext,
        changed change: String,
        _ act: (EntryReference) throws(ClientError) -> EntryWritten
    ) throws(ClientError) {
        let ids = withoutRepetitions
        var count = 0
        try Interruption.delayed { () throws(ClientError) in
            try ids.forEachEntry(in: context, stored: change) { id throws(ClientError) in
                guard !Interruption.isRequested else {
                    throw Interruption.error("\(count) of \(ids.count) were \(change)")
                        .adding("To undo: journal undo")
                }
                let written = try act(id)
                count += 1
                return (written.id.text, written.json)
            }
        }
    }

    /// These ids without those that are the same as an earlier one.
    private var withoutRepetitions: [String] {
        var known: Set<String> = []
        return filter { known.insert($0.lowercased()).inserted }
    }
}
