// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol
internal import JournalSystem
internal import Logging
internal import SwiftData
internal import Synchronization

/// Whether the open store can be read and written.
///
/// What is intact in a damaged store can be read. Nothing more is written to it, because a write
/// could destroy what is intact.
final class StoreGuard: Sendable {
    /// Whether the store was opened read-only.
    let isReadOnly: Bool
    private let path: String
    private let file: OpenStoreFile?
    private let found = Mutex<StoreError?>(nil)

    /// Creates the guard of a store, which has no file if it is in memory.
    init(_ path: String? = nil, isReadOnly: Bool = false, file: OpenStoreFile? = nil) {
        self.path = path ?? "the store"
        self.isReadOnly = isReadOnly
        self.file = file
    }

    /// The damage that was found first; nil if none was found.
    var damage: String? { found.withLock { $0?.message } }

    /// Records the damage that an error reports; returns whether it is the first.
    @discardableResult
    func note(_ error: any Error) -> Bool {
        guard let error = error as? StoreError, error.code == .damaged else { return false }
        return found.withLock { damage in
            guard damage == nil else { return false }
            damage = error
            return true
        }
    }

    /// Checks that the files of the store are in place.
    ///
    /// - Throws: `store.failed`, or `shutting.down` if only the log is not in place.
    func checkFiles() throws(ProtocolError) { try file?.check() }

    /// The error of all writes; nil if the store can be written.
    var refusal: ProtocolError? {
        if let damage {
            return ProtocolError(
                .storeFailed,
                "\(damage); nothing is written to it any more. Save what can still be read, and "
                    + "continue with a backup"
            )
        }
        guard isReadOnly else { return nil }
        return ProtocolError(
            .storeReadOnly,
            "\(path) or its folder cannot be written; the journal can only be read. Make both "
                + "writable and restart the daemon"
        )
    }
}

/// Detects that a file of the open store was removed or replaced.
///
/// SQLite continues with the file that it opened, which is lost once the daemon exits. So the open
/// store is saved next to its path, and further requests are rejected with an error that reports
/// both. If only the log is lost, the daemon shuts down, which writes its commits to the store; a
/// crash would lose them.
final class OpenStoreFile: Sendable {
    private enum State {
        /// `log` is the file of the log; nil before the first one was seen.
        case inPlace(log: FileIdentity?)
        case detached(ProtocolError)
    }

    private let path: String
    private let identity: FileIdentity
    private let container: ModelContainer
    /// Called with the reason when the daemon must exit.
    private let shutdown: @Sendable (String) -> Void
    private let logger: Logger
    private let state = Mutex(State.inPlace(log: nil))

    /// Creates the check of the file that a container opened; nil without a file.
    init?(
        _ path: String?,
        container: ModelContainer,
        shutdown: @escaping @Sendable (String) -> Void,
        logger: Logger
    ) {
        guard let path, let identity = FileIdentity(path: path) else { return nil }
        self.path = path
        self.identity = identity
        self.container = container
        self.shutdown = shutdown
        self.logger = logger
    }

    /// Checks that the files are in place.
    ///
    /// The first check that fails saves the open store.
    ///
    /// - Throws: `store.failed`, or `shutting.down` if only the log is not in place.
    func check() throws(ProtocolError) {
        let error: ProtocolError? = state.withLock { state in
            if case .detached(let error) = state { return error }
            let current = FileIdentity(path: path)
            guard current != identity else { return checkLog(&state) }
            let (error, isSaved) = detach(isReplaced: current != nil)
            // A save that failed is retried with the next request.
            if isSaved { state = .detached(error) }
            return error
        }
        if let error { throw error }
    }

    /// Checks that the log is in place, which SQLite creates with the first write and removes when
    /// the store is closed.
    private func checkLog(_ state: inout State) -> ProtocolError? {
        guard case .inPlace(let log) = state else { return nil }
        let current = FileIdentity(path: path + "-wal")
        guard let log, current != log else {
            state = .inPlace(log: log ?? current)
            return nil
        }
        let reason = "the log \(path)-wal was \(current == nil ? "removed" : "replaced")"
        logger.critical("\(reason)")
        shutdown(reason)
        let error = ProtocolError(
            .shuttingDown,
            "\(reason) while the daemon had it open; the daemon is shutting down, which writes the "
                + "commits in it to the store; reconnect"
        )
        state = .detached(error)
        return error
    }

    private func detach(isReplaced: Bool) -> (ProtocolError, isSaved: Bool) {
        let event = isReplaced ? "replaced by another file" : "removed"
        var message = "the store \(path) was \(event) while the daemon had it open; "
        var isSaved = true
        do {
            let copy = try save()
            message += "the open store was saved as \(copy)."
            message +=
                isReplaced
                ? " The daemon is shutting down; the next one opens the other file"
                : " To continue with it, run \"journal daemon stop\" and move it to \(path)"
            if isReplaced { shutdown("\(path) was replaced") }
        } catch {
            isSaved = false
            message +=
                "it could not be saved (\(error)) and exists only in this daemon: do not stop it,"
            message += " make \(path).recovered writable and repeat the command"
        }
        logger.critical("\(message)")
        return (ProtocolError(.storeFailed, message), isSaved)
    }

    /// Saves the open store next to its path and returns the path of the copy.
    private func save() throws -> String {
        var copy = path + ".recovered"
        var number = 1
        while FileManager.default.fileExists(atPath: copy) {
            number += 1
            copy = "\(path).recovered-\(number)"
        }
        // The writer waits for the copy and sends no heartbeats in the meantime.
        try container.copyStore(to: URL(filePath: copy)) { SystemdNotifier.sendHeartbeat() }
        return copy
    }
}
