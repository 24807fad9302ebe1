// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The work of `journal delete --search`: shows the entries, asks, and moves them to the trash.
package struct SelectionDeletion {
    private static let shownCount = 10
    private let context: CommandContext

    /// Creates a deletion for a run.
    package init(_ context: CommandContext) { self.context = context }

    /// Moves the entries to the trash and prints their ids.
    ///
    /// - Parameters:
    ///   - entries: The entries as they were found; one that was changed since is left as it is.
    ///   - isConfirmed: Whether to do so without a question.
    /// - Throws: `nothingFound` if the answer is no, or the failures of single entries as one.
    package func run(_ entries: [EntryRecord], isConfirmed: Bool) throws(ClientError) {
        let count = entries.count == 1 ? "1 entry" : "\(entries.count) entries"
        let text = EntryText(terminal: context.terminal.forMessages)
        var lines = entries.prefix(Self.shownCount).map { text.line($0) }
        if entries.count > lines.count { lines.append("and \(entries.count - lines.count) more") }
        let question = "Move \(count) to the trash?"
        guard try Confirmation(isGiven: isConfirmed).ask(question, details: lines) else {
            throw ClientError(.nothingFound, "nothing was deleted")
        }
        let client = try context.client
        let outcome = try Interruption.delayed { () throws(ClientError) in
            defer { context.progress.end() }
            return EntryTrashing(client: client).delete(entries) {
                context.progress.update(count: $0, verb: "deleted", done: $0, of: entries.count)
            }
        }
        var results: [EntryWritten] = []
        var failures: [ClientError] = []
        for result in outcome {
            switch result {
            case .failure(let error): failures.append(error)
            case .success(let written):
                context.recordStored("entry \(written.id) was moved to the trash")
                results.append(written)
            }
        }
        if context.format == .json {
            context.output.line(["entries": .array(results.map(\.json))])
        } else {
            for written in results { context.show(written.id.text, written.json) }
        }
        guard var failure = failures.last else { return }
        try context.output.flush()
        if failure.code == .interrupted {
            throw Interruption.error("\(results.count) of \(count) were moved to the trash")
                .adding("To undo: journal undo")
        }
        failure.message = "\(failures.count) of \(count) were not deleted: \(failure.message)"
        throw failure
    }
}
