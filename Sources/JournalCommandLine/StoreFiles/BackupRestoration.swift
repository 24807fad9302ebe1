// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The work of `journal restore-backup`: puts a copy of a backup in the place of the store.
///
/// The executable of the daemon does this atomically. The daemon closes the store before, and opens
/// it again afterwards.
package struct BackupRestoration {
    /// The result of a restoration.
    package struct Outcome {
        /// The path of the store.
        package var store: String
        /// The path of the previous store, which is kept, or `nil`.
        package var kept: String?
        /// The number of entries outside the trash.
        package var entryCount: Int
        /// The number of entries in the trash.
        package var trashedCount: Int
        /// Whether the restored journal is encrypted, and the daemon does not have its key.
        package var isLocked: Bool

        /// The outcome for `--json`.
        package var json: JSON {
            var object = JSONObject()
            object.append("store", store)
            object.append("kept", kept)
            object.append("entries", entryCount)
            object.append("trashed", trashedCount)
            object.append("locked", isLocked ? true : nil)
            return .object(object)
        }
    }

    private let context: CommandContext
    private let backup: String
    private let program: StoreProgram
    private let control: DaemonControl
    /// A client that launches no daemon.
    private let client: JournalClient
    /// The time for which a daemon with the new store is awaited.
    private static let patience = Duration.seconds(30)

    /// Prepares the restoration of the backup at an absolute path.
    ///
    /// - Parameters:
    ///   - backup: The absolute path of the backup.
    ///   - context: The context of the command; its client launches the daemon afterwards.
    ///   - quiet: A context with a client that launches no daemon.
    /// - Throws: An error if the executable of the daemon was not found.
    package init(
        _ backup: String,
        in context: CommandContext,
        quiet: CommandContext
    ) throws(ClientError) {
        self.backup = backup
        self.context = context
        client = try quiet.client
        program = try StoreProgram(environment: context.environment)
        control = DaemonControl(environment: context.environment, client: client)
    }

    /// Checks the backup, asks, and replaces the store.
    ///
    /// - Throws: An error if the backup is damaged, the answer is no, or the store cannot be
    ///   replaced; the store is then unchanged.
    package func run(_ confirmation: Confirmation) throws(ClientError) -> Outcome {
        let status = try presentStatus()
        guard status == nil || status?.store != nil else {
            throw ClientError(.usage, "the journal is only in memory; there is no store to replace")
        }
        let store = try control.store()
        if let present = status?.store, FileIdentity(path: present) != FileIdentity(path: store) {
            throw ClientError(
                .usage,
                "the daemon that runs has another store than the next one would open: \(present)",
                advice: "Stop it, then run: journal-daemon replace \(present) \(backup)"
            )
        }
        if let identity = FileIdentity(path: backup), identity == FileIdentity(path: store) {
            throw ClientError(.input, "\(backup) is the store itself; choose a backup")
        }
        let report = try program.check(backup)
        guard report.problems.isEmpty else {
            throw ClientError(
                .input,
                "\(backup) is damaged, so it was not restored",
                advice: (report.problems + ["To save what can be read: journal recover \(backup)"])
                    .joined(separator: "\n")
            )
        }
        let isAgreed = try confirmation.ask(
            "Replace the store?",
            details: [
                "The backup has \(Self.text(report, at: backup)).", present(status, at: store),
            ],
            refusal: "nothing was replaced"
        )
        guard isAgreed else { throw ClientError(.nothingFound, "nothing was replaced") }
        return try replace(store, report: report)
    }

    /// Returns the status of the daemon; nil if none is running, or if it cannot open its store.
    private func presentStatus() throws(ClientError) -> Status.Reply? {
        guard try client.connectIfRunning() else { return nil }
        do throws(ClientError) {
            return try client.call(Status())
        } catch  where [.refused, .connectionLost, .unavailable].contains(error.code) {
            client.disconnect()
            return nil
        }
    }

    private func replace(
        _ store: String,
        report: StoreReport
    ) throws(ClientError) -> Outcome {
        let replacement: StoreReplacement
        do throws(ClientError) {
            replacement = try ReservedStore.with(store, control: control, program: program) {
                reserved throws(ClientError) in
                try reserved.change { program throws(ClientError) in
                    try program.replace(store, byCopyOf: backup)
                }
            }
        } catch {
            throw error.addingThatNothingChanged()
        }
        // The connections to the previous store are closed.
        try context.client.disconnect()
        let status: Status.Reply
        do {
            status = try finalStatus()
        } catch {
            throw error.adding(
                "The backup is in place at \(store)"
                    + (replacement.kept.map { "; the previous store is \($0)" } ?? "")
            )
        }
        return Outcome(
            store: store,
            kept: replacement.kept,
            // A locked daemon cannot count them.
            entryCount: status.isLocked ? report.entryCount : status.entryCount,
            trashedCount: status.trashedCount,
            isLocked: status.isLocked
        )
    }

    /// Returns the status of a daemon that has the new store open.
    ///
    /// A daemon that another client started while the store was locked still answers with this
    /// reason for a moment, and ends.
    private func finalStatus() throws(ClientError) -> Status.Reply {
        let deadline = Deadline.after(Self.patience)
        while true {
            do throws(ClientError) {
                return try context.client.call(Status())
            } catch  where Self.isPassing(error) && !deadline.isOver {
                try context.client.disconnect()
                deadline.pause(milliseconds: 50)
            }
        }
    }

    /// Whether an error can come from a daemon that was started while the store was locked, or that
    /// opens the new store.
    private static func isPassing(_ error: ClientError) -> Bool {
        error.cause?.kind == .storeLocked
            || [.connectionLost, .busy, .unresponsive].contains(error.code)
    }

    /// Returns what is replaced, in a sentence.
    private func present(_ status: Status.Reply?, at store: String) -> String {
        if let status, !status.isLocked {
            let trash = status.trashedCount > 0 ? " and \(status.trashedCount) in the trash" : ""
            return "It replaces \(store) with \(Self.entries(status.entryCount))\(trash), "
                + "which is kept in the same folder."
        }
        guard FileStatus(path: store) != nil else { return "There is no store at \(store) yet." }
        do throws(ClientError) {
            let report = try program.check(store, isShared: true)
            return "It replaces \(store) with \(Self.text(report, at: nil)), "
                + "\(report.problems.isEmpty ? "" : "which is damaged and ")"
                + "which is kept in the same folder."
        } catch {
            return "It replaces \(store), which is kept in the same folder and cannot be read: "
                + error.message
        }
    }

    /// Returns what a store holds.
    private static func text(_ report: StoreReport, at path: String?) -> String {
        var text = entries(report.entryCount)
        if let newest = report.newest {
            text += ", the newest of \(EntryText.time(LocalTime.local(newest)))"
        }
        if let path, let date = LocalTime.modified(path) {
            text += ", and was written on \(EntryText.time(date))"
        }
        return text
    }

    private static func entries(_ count: Int) -> String {
        count == 1 ? "1 entry" : "\(count) entries"
    }
}
