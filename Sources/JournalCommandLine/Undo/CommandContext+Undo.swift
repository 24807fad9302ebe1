// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
package import JournalProtocol

extension CommandContext {
    /// Records the changes of this command for `journal undo`.
    ///
    /// The changes are stored, so a failure to record them is only reported on standard error, the
    /// first time, and does not change the exit status.
    package func record(_ step: UndoStep) {
        do throws(ClientError) {
            try append(step)
        } catch {
            undoFailure.report(error)
        }
    }

    /// Records the changes of this command for `journal undo`.
    ///
    /// - Throws: The failure; the changes are stored anyway.
    func append(_ step: UndoStep) throws(ClientError) {
        try UndoLog(stateDirectory: stateDirectory()).append(.step(step))
    }

    /// Records the entries that a request is about to create, until its outcome is recorded.
    func record(_ intent: UndoIntent) {
        do throws(ClientError) {
            try UndoIntentFiles(stateDirectory: stateDirectory()).add(intent)
        } catch {
            undoFailure.report(error)
        }
    }

    /// Removes the intents of a run, whose outcome is recorded.
    func removeIntents(run: String) {
        guard let directory = try? stateDirectory() else { return }
        UndoIntentFiles(stateDirectory: directory).remove(run: run)
    }

    /// Records a change that cannot be undone, so that an older one is not undone in its place.
    package func record(
        _ command: String,
        _ cursor: Cursor,
        permanent change: String,
        advice: String? = nil
    ) {
        record(UndoStep(command, cursor, obstacle: .init(change: change, advice: advice)))
    }

    /// Records the changes of entries, unless there are none.
    package func record(_ command: String, _ cursor: Cursor?, _ entries: [EntryChange]) {
        guard let cursor, !entries.isEmpty else { return }
        record(UndoStep(command, cursor, entries: entries))
    }

    /// Records a new name, unless it is the former one.
    ///
    /// - Parameters:
    ///   - renaming: The object that has the name now.
    ///   - name: The name that was to be changed. An object with another former name has taken
    ///     over the entries, which cannot be undone.
    ///   - cursor: The position in the history after the write.
    package func recordRenaming(
        _ renaming: UndoStep.Renaming,
        of name: String? = nil,
        _ cursor: Cursor
    ) {
        let command = "\(renaming.kind.rawValue) rename"
        if let name, name.lowercased() != renaming.formerName.lowercased() {
            let change = "\(renaming.kind.rawValue) \(name) was merged into \(renaming.name)"
            record(command, cursor, permanent: change)
        } else if renaming.formerName != renaming.name {
            record(UndoStep(command, cursor, renaming: renaming))
        }
    }
}
