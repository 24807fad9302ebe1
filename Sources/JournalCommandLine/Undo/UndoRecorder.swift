// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Records the changes of a command in parts while it makes them, so that whatever was changed can
/// be undone even if the command is interrupted or killed.
package final class UndoRecorder {
    /// The maximum number of single changes in a part.
    private static let partLength = 50

    private let context: CommandContext
    private let command: String
    private let run = EntryID.random().text
    private var part: [EntryChange] = []
    /// The position in the history after the last reply.
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
        if !part.isEmpty { beginParts() }
        record()
    }

    private func beginParts() {
        guard !hasParts else { return }
        filesLock = (try? context.stateDirectory()).flatMap {
            UndoLog(stateDirectory: $0).keepFiles()
        }
        hasParts = true
    }

    // MARK: Requests that create entries

    /// Sets the position in the history before the first request.
    package func begin(at cursor: Cursor) { self.cursor = cursor }

    /// Records the entries that a request creates, before it is sent: if the process is killed
    /// before the reply, they can be undone nevertheless.
    package func willCreate(_ ids: [EntryID]) {
        guard let cursor else { return }
        beginParts()
        context.record(UndoIntent(command, cursor, entries: ids, run: run))
    }

    /// Records the entries that the request has created as one part.
    package func created(_ changes: [EntryChange], _ cursor: Cursor) {
        self.cursor = cursor
        part += changes
        count += changes.count
        endPart()
        context.removeIntents(run: run)
    }

    /// Records that the request has created no entry.
    package func createdNothing() { context.removeIntents(run: run) }

    // MARK: The end

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
