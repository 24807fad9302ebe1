// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The work of undoing a step.
package struct StepReversal {
    /// The effect on the store.
    package struct Outcome {
        /// The changes that were undone, with the entries as written.
        package fileprivate(set) var undone: [(change: EntryChange, written: EntryWritten)] = []
        /// The entries that were deleted permanently, so that nothing is left to undo.
        package fileprivate(set) var missing: [EntryID] = []
        /// The failures, each about one entry.
        package fileprivate(set) var failures: [ClientError] = []
        /// The failure after which the remaining changes were not undone.
        package fileprivate(set) var end: ClientError?
        /// The position in the history after the last write; nil if nothing was written.
        package fileprivate(set) var cursor: Cursor?
    }

    /// The number of changes between two records of the reversal.
    private static let partLength = 200

    private let client: JournalClient

    /// Creates a reversal through a client.
    package init(client: JournalClient) { self.client = client }

    /// Undoes the changes of a step; an entry that has another revision is left as it is.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - progressed: Called with the number of changes that were tried.
    ///   - record: Called with each part of the outcome, before the next one is undone.
    /// - Returns: The whole outcome. After a failure that is not about one entry, such as a lost
    ///   connection, the remaining changes are not undone.
    /// - Throws: An error if the step cannot be undone as a whole.
    package func run(
        _ step: UndoStep,
        progressed: (Int) -> Void = { _ in },
        _ record: (Outcome) -> Void
    ) throws(ClientError) -> Outcome {
        var whole = Outcome()
        if let renaming = step.renaming {
            whole.cursor = try undo(renaming)
            record(whole)
            return whole
        }
        var rest = step.entries[...]
        while !rest.isEmpty, whole.end == nil {
            let part = undo(rest.prefix(Self.partLength))
            record(part)
            whole.append(part)
            rest = rest.dropFirst(Self.partLength)
            progressed(step.entries.count - rest.count)
            if Interruption.isRequested, whole.end == nil, !rest.isEmpty {
                whole.end = Interruption.error("\(whole.undone.count) changes were undone")
                    .adding("To undo the rest: journal undo")
            }
        }
        return whole
    }

    private func undo(_ part: ArraySlice<EntryChange>) -> Outcome {
        var outcome = Outcome()
        var changes: [EntryChange] = []
        var calls: [Batch.Call] = []
        for change in part where outcome.end == nil {
            do throws(ClientError) {
                calls.append(try reversal(of: change))
                changes.append(change)
            } catch {
                outcome.add(error, change)
            }
        }
        for (change, result) in zip(changes, EntryBatch(client: client).run(calls)) {
            switch result {
            case .success(let written):
                outcome.undone.append((change, written))
                outcome.cursor = outcome.cursor.map { $0.later(written.cursor) } ?? written.cursor
            case .failure(let error): outcome.add(error, change)
            }
        }
        return outcome
    }

    /// Returns the call that gives an entry its former state.
    private func reversal(of change: EntryChange) throws(ClientError) -> Batch.Call {
        let id = EntryReference(change.id)
        switch change.action {
        case .create, .restore:
            return Batch.Call(EntryDelete(id: id, ifRevision: change.revision))
        case .delete:
            let entry = try client.call(EntryGet(id: id, allowsUnreadable: true)).entry
            guard entry.revision == change.revision else { throw Self.conflict(change) }
            return Batch.Call(EntryRestore(id: id))
        case .edit:
            var update = EntryUpdate(id: id, ifRevision: change.revision)
            if let former = change.former {
                update.text = try former.textReplacedAt.map { time throws(ClientError) in
                    try text(of: change, replacedAt: time)
                }
                update.starred = former.starred
                update.notebook = former.notebook
                update.tags = former.tags
                update.createdAt = former.createdAt
                update.zone = former.zone
            }
            return Batch.Call(update)
        }
    }

    /// Returns the text that was replaced at an instant.
    private func text(
        of change: EntryChange,
        replacedAt time: Timestamp
    ) throws(ClientError) -> String {
        let entry = try client.call(EntryGet(id: EntryReference(change.id))).entry
        guard entry.revision == change.revision else { throw Self.conflict(change) }
        var found: [EntryTextVersion] = []
        var page: PageCursor?
        repeat {
            let id = EntryReference(change.id)
            let reply = try client.call(EntryHistory(id: id, page: page))
            let same = reply.versions.filter { $0.replacedAt.milliseconds == time.milliseconds }
            found += same
            let isPast = reply.versions.last.map { $0.replacedAt.milliseconds < time.milliseconds }
            page = isPast == true ? nil : reply.nextPage
        } while page != nil
        // Nothing distinguishes two texts of the same millisecond.
        guard found.count == 1, let version = found.first else {
            throw ClientError(
                .nothingFound,
                "the former text of entry \(change.id) is not known",
                advice: "See: journal history \(change.id)"
            )
        }
        guard version.truncated else { return version.text }
        let id = EntryReference(change.id)
        let whole = try client.call(EntryHistory(id: id, version: version.id)).versions.first
        return whole?.text ?? version.text
    }

    private func undo(_ renaming: UndoStep.Renaming) throws(ClientError) -> Cursor {
        switch renaming.kind {
        case .notebook:
            let notebooks = try client.call(NotebookList()).notebooks
            try renaming.require(notebooks.first { $0.id == renaming.id }?.name)
            let call = NotebookRename(notebook: renaming.id, name: renaming.formerName)
            return try client.call(call).cursor
        case .tag:
            let tags = try client.call(TagList()).tags
            try renaming.require(tags.first { $0.id == renaming.id }?.name)
            // A tag that was created with the former name since, and that no entry has any more.
            let key = renaming.formerName.lowercased()
            let isUnused = tags.contains {
                $0.id != renaming.id && $0.name.lowercased() == key && $0.entryCount == 0
            }
            let call = TagRename(tag: renaming.name, name: renaming.formerName, merge: isUnused)
            return try client.call(call).cursor
        }
    }

    private static func conflict(_ change: EntryChange) -> ClientError {
        ClientError(ProtocolError(.conflict, "entry \(change.id) was changed"))
    }
}

extension StepReversal.Outcome {
    fileprivate mutating func append(_ part: Self) {
        undone += part.undone
        missing += part.missing
        failures += part.failures
        end = end ?? part.end
        cursor = part.cursor.map { cursor?.later($0) ?? $0 } ?? cursor
    }

    fileprivate mutating func add(_ error: ClientError, _ change: EntryChange) {
        guard error.isAboutOneEntry else {
            end = error
            return
        }
        failures.append(Self.explained(error, change))
        if error.cause?.kind == .entryNotFound { missing.append(change.id) }
    }

    /// Returns a failure with the id of the entry, and the command that shows its state.
    private static func explained(_ error: ClientError, _ change: EntryChange) -> ClientError {
        var error = error
        switch error.cause?.kind {
        case .conflict:
            error.message = "entry \(change.id) was changed since, and was left as it is"
            error.advice =
                "To look at it: journal show \(change.id)\n"
                + "Its earlier texts: journal history \(change.id)"
        case .entryNotFound:
            error.message = "entry \(change.id) was deleted permanently"
            error.advice = nil
        case .notebookNotFound:
            error.message = "the former notebook of entry \(change.id) does not exist any more"
            error.advice = nil
        default: break
        }
        return error
    }
}

extension ClientError {
    /// Whether other entries can still be written.
    fileprivate var isAboutOneEntry: Bool { code == .refused || code == .nothingFound }
}

extension Cursor {
    fileprivate func later(_ other: Cursor) -> Cursor {
        other.revision > revision ? other : self
    }
}

extension UndoStep.Renaming {
    /// Requires the name that the step has given.
    fileprivate func require(_ current: String?) throws(ClientError) {
        guard current != name else { return }
        let state = current.map { "is named \"\($0)\" now" } ?? "does not exist any more"
        throw ClientError(
            ProtocolError(.conflict, "the \(kind.rawValue) \"\(name)\" \(state)")
        )
    }
}
