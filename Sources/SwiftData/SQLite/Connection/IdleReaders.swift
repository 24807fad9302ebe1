// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The readers of a pool that are not in use.
///
/// Unchecked, because the connections are not Sendable: `condition` guards the list, and a reader
/// in use is in no list and belongs to one thread.
final class IdleReaders: @unchecked Sendable {
    /// The maximum number of readers that stay open while they are not in use.
    private static let limit = 8

    /// The transactions of the file; nil if readers do not keep any.
    let keptReads: KeptReads?
    private let condition = NSCondition()
    private var readers: [SQLiteDatabase] = []
    private var activeCount = 0
    /// The error of calls after the pool was closed; nil while it is open.
    private var error: StoreError?

    init(_ keptReads: KeptReads?) { self.keptReads = keptReads }

    /// Registers a read and returns an idle reader, or `nil`.
    func take() throws -> SQLiteDatabase? {
        condition.lock()
        defer { condition.unlock() }
        if let error { throw error }
        activeCount += 1
        return readers.popLast()
    }

    /// Ends a read, and keeps its reader, if one could be opened, for later reads.
    ///
    /// A reader that is not kept is closed before the read ends: while it is open, the writer is
    /// not the last connection, and would not remove the log.
    func putBack(_ reader: inout SQLiteDatabase?) {
        condition.lock()
        defer { condition.unlock() }
        if readers.count < Self.limit, let kept = reader.take() {
            if keptReads?.isSuspended == true { kept.endKeptReading() }
            readers.append(kept)
        }
        reader = nil
        activeCount -= 1
        if activeCount == 0, error != nil { condition.broadcast() }
    }

    /// Ends the transactions that readers keep.
    func endTransactions() {
        condition.lock()
        defer { condition.unlock() }
        for reader in readers { reader.endKeptReading() }
    }

    /// Waits until no reader is in use; later reads throw `error`.
    func finish(throwing error: StoreError) {
        condition.lock()
        defer { condition.unlock() }
        if self.error == nil { self.error = error }
        while activeCount > 0 { condition.wait() }
    }

    /// Closes the readers.
    func removeAll() {
        condition.lock()
        defer { condition.unlock() }
        readers = []
    }

    /// The error of reads after the pool was closed.
    var closingError: StoreError {
        condition.lock()
        defer { condition.unlock() }
        return error ?? StoreError(.failed, "the store is closed")
    }
}
