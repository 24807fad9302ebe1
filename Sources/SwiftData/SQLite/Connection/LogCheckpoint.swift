// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// Writes the log of a store to its main file on another thread, so that commits do not wait for
/// that.
///
/// A failed attempt has no effect: the commits are safe in the log, and the next attempt is made
/// after the next interval.
///
/// Unchecked, because the connection is not Sendable: it belongs to the running job, and at most
/// one job runs.
final class LogCheckpoint: @unchecked Sendable {
    private var connection: SQLiteDatabase?
    private let keptReads: KeptReads
    private let length = LogLength()
    private let intervals = Mutex(CheckpointIntervals())
    private let job = DispatchGroup()

    /// Takes over the checkpoints of a connection that writes.
    ///
    /// - Parameters:
    ///   - writer: The connection that writes.
    ///   - connection: Another connection to the same file. It was opened before, because a file
    ///     that is moved to the path later must not be written.
    ///   - keptReads: The transactions of the file's readers, which are ended before a checkpoint.
    /// - Throws: `SQLiteError` if the file cannot be read.
    init(
        of writer: SQLiteDatabase,
        on connection: SQLiteDatabase,
        keptReads: KeptReads
    ) throws {
        // Opens the log.
        _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
        self.connection = connection
        self.keptReads = keptReads
        writer.replaceCheckpoints(reportingTo: length)
    }

    /// Begins to write the log if the last commit made it long enough.
    ///
    /// The caller is the only user of the writer, has ended its transaction, and does not suspend
    /// the transactions of the readers.
    func committed(by writer: SQLiteDatabase) {
        guard let pages = length.take() else { return }
        switch intervals.withLock({ $0.committed(length: pages) }) {
        case .wait: break
        case .begin:
            DispatchQueue.global(qos: .utility).async(group: job) { [self] in
                _ = keptReads.suspended { try? connection?.checkpoint() }
                intervals.withLock { $0.finished() }
            }
        case .complete: _ = try? writer.checkpoint()
        }
    }

    /// Waits for the job that runs.
    func wait() { job.wait() }

    /// Closes the connection, after the job that runs.
    ///
    /// The caller begins no other one.
    func close() {
        wait()
        connection = nil
    }
}
