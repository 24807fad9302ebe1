// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The completion of the undo log with what the last requests of killed processes have done.
package struct UndoCompletion {
    private let client: JournalClient
    private let log: UndoLog
    private let files: UndoIntentFiles

    /// Creates a completion of the log below the state directory of the journal.
    package init(client: JournalClient, stateDirectory: String) {
        self.client = client
        log = UndoLog(stateDirectory: stateDirectory)
        files = UndoIntentFiles(stateDirectory: stateDirectory)
    }

    /// Appends the steps that are missing in the log.
    ///
    /// - Parameter epoch: The epoch of the store; intents of other stores are left as they are.
    /// - Throws: An error if the daemon cannot be asked.
    package func run(epoch: String) throws(ClientError) {
        let intents = files.intents().filter { $0.cursor.epoch == epoch }
        guard !intents.isEmpty else { return }
        // Otherwise one of the requests may be in progress, and its intent is still needed.
        let lock = log.lockParts()
        defer { withExtendedLifetime(lock) {} }
        try finishEarlierWrites()
        var records = log.records().filter { $0.cursor.epoch == epoch }
        // The newest first: of two runs that have tried to create an entry, the later one has found
        // it if the earlier one has created it.
        for intent in intents.sorted(by: { $0.cursor.revision > $1.cursor.revision }) {
            if !intent.isRecorded(in: records) {
                guard let created = try created(after: intent) else { continue }
                if let step = intent.step(created: created, in: records) {
                    try log.append(.step(step))
                    records.append(.step(step))
                }
            }
            if lock != nil { files.remove(run: intent.run) }
        }
    }

    /// Returns the entries that were created after an intent; nil if the daemon rejects the
    /// request, as that of a journal that is locked.
    private func created(after intent: UndoIntent) throws(ClientError) -> [EntryID: Int64]? {
        do {
            return try client.entriesCreated(since: intent.cursor)
        } catch {
            switch error.code {
            case .refused: return nil
            // The history since then is too long to be read at every run.
            case .busy: return [:]
            default: throw error
            }
        }
    }

    /// Waits until the daemon has executed the writes that it has received, which are in order.
    private func finishEarlierWrites() throws(ClientError) {
        do {
            // A write without an effect: there is no such entry.
            _ = try client.call(EntryRestore(id: EntryReference(EntryID.random())))
        } catch {
            guard error.code == .refused else { throw error }
        }
    }
}
