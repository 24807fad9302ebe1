// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The intents of the commands that are running and of those that were killed: a file for each,
/// which exists as long as the outcome of a request is not recorded.
///
/// They are not in the undo log, where those of an import of the same file every day would soon
/// take the place of all changes.
package struct UndoIntentFiles: Sendable {
    private let folder: String

    /// Opens the files below the state directory of the journal.
    package init(stateDirectory: String) { folder = stateDirectory + "/undo.intents" }

    /// Writes the intent of a run.
    package func add(_ intent: UndoIntent) throws(ClientError) {
        var line: [UInt8] = []
        intent.json.append(to: &line)
        line.append(0x0A)
        // The file is new, unless a request had no reply. A write that replaces a file would wait
        // for the disk, which only matters if the machine stops, and not if the process is killed.
        _ = try FileSystem.append(line, to: path(intent.run))
    }

    /// Removes the intents of a run.
    package func remove(run: String) { try? FileSystem.remove(path(run)) }

    /// Returns the intents of all runs; a line that was not written to its end precedes no request,
    /// and is skipped.
    package func intents() -> [UndoIntent] {
        FileSystem.names(in: folder).flatMap { run -> [UndoIntent] in
            guard let bytes = try? FileSystem.read(path(run)) else { return [] }
            return bytes.split(separator: 0x0A).compactMap { line in
                (try? JSON.parse(Array(line))).flatMap { try? UndoIntent(json: $0) }
            }
        }
    }

    private func path(_ run: String) -> String { "\(folder)/\(run)" }
}
