// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Records the changes of a command in parts while it makes them, so that whatever was changed can
/// be undone even if the command is interrupted or killed.
package final class UndoRecorder {
    /// The number of changes in a part, unless the parts are ended earlier.
    private static let partLength = 50

    private let context: CommandContext
    private let command: String
    private let run = EntryID.random().text
    private var part: [EntryChange] = []
    private var cursor: Cursor?
    private var hasParts = false
    private var filesLock: FileLock?

    /// The number of changes.
    package private(set) var count = 0

    /// Creates a recorder; nothing is recorded if nothing is changed.
    package init(_ context: CommandContext, _ command: String) {
        self.context = context
        self.command = command
    }

    /// Adds a change, which is recorded at the latest by `finish`.
    package func add(_ change: EntryChange, _ cursor: Cursor) {
        part.append(change)
        self.cursor = cursor
        count += 1
        if part.count >= Self.partLength { endPart() }
    }

    /// Records the changes since the last part; others of the same step may follow.
    package func endPart() {
        if !hasParts, !part.isEmpty {
            filesLock = (try? context.stateDirectory()).flatMap {
                UndoLog(stateDirectory: $0).keepFiles()
            }
            hasParts = true
        }
        record()
    }

    /// Records the changes since the last part.
    package func finish() {
        record()
        filesLock = nil
    }

    private func record() {
        guard let cursor, !part.isEmpty else { return }
        context.record(UndoStep(command, cursor, entries: part, run: hasParts ? run : nil))
        part = []
    }
}
