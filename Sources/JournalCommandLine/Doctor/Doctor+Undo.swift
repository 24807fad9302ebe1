// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

extension Doctor {
    /// Checks the record of changes that `journal undo` reads.
    func undoLog() -> [Finding] {
        guard let folder = try? context.stateDirectory() else { return [] }
        return UndoLog(stateDirectory: folder).faults().map { fault in
            Finding(
                "undo",
                .warning,
                fault,
                advice: "journal undo skips what it cannot read, and the entries are not affected. "
                    + "To begin a new record, without the earlier changes, remove the file."
            )
        }
    }
}
