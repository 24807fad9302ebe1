// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The connections of a store: one that writes, and others that read at the same time.
///
/// Unchecked, because the connections are not Sendable: `writerLock` is held while the writer is
/// used, `condition` guards the list of readers, and a reader in use is in no list and belongs to
/// one thread.
final class ConnectionPool: @unchecked Sendable {
    /// The maximum number of readers that stay open while they are not in use.
    private static let idleLimit = 8

    private var writer: SQLiteDatabase?
    /// Recursive, and shared by the stores of one file.
    private let writerLock: NSRecursiveLock

    /// Opens a reader; nil if the writer is also the only reader.
    private let openReader: (@Sendable () throws -> SQLiteDatabase)?
    /// Shared by the stores of one file; nil if another process may change the file.
    private let readLock: SharedReadLock?
    /// Writes the log to the main file; nil if the connections do not write or have no log.
    private let checkpoint: LogCheckpoint?
    private let condition = NSCondition()
    // Without the run-time checks of overlapping accesses, which each read would pay for. No access
    // calls other code.
    @exclusivity(unchecked) private var idleReaders: [SQLiteDatabase] = []
    @exclusivity(unchecked) private var activeCount = 0
    /// The error of calls after the pool was closed; nil while it is open.
    @exclusivity(unchecked) private var closingError: StoreError?

    init(
        _ writer: SQLiteDatabase,
        _ writerLock: NSRecursiveLock = NSRecursiveLock(),
        readLock: SharedReadLock? = nil,
        checkpoint: LogCheckpoint? = nil,
        openReader: (@Sendable () throws -> SQLiteDatabase)? = nil
    ) {
        self.writer = writer
        self.writerLock = writerLock
        self.readLock = readLock
        self.checkpoint = checkpoint
        self.openReader = openReader
    }

    deinit {
        // Another store of the file may be opening: the last connection to close writes the log to
        // the file.
        writerLock.lock()
        closeConnections()
        writerLock.unlock()
    }

    /// Calls `body` with the connection that writes, outside of a transaction.
    func write<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        writerLock.lock()
        defer { writerLock.unlock() }
        guard let writer else { throw currentClosingError }
        guard let readLock else { return try body(writer) }
        return try readLock.suspended {
            defer { checkpoint?.committed(by: writer) }
            return try body(writer)
        }
    }

    /// Calls `body` with a connection that reads.
    func read<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        guard let openReader else { return try write(body) }
        var reader = try takeReader()
        defer { putBack(&reader) }
        readLock?.willRead(opening: openReader)
        return try Self.use(&reader, opening: openReader, body)
    }

    /// Calls `body` with `reader`, which is opened first if it is nil.
    ///
    /// The references of a read to its connection end with this function, before `putBack`.
    private static func use<R>(
        _ reader: inout SQLiteDatabase?,
        opening open: () throws -> SQLiteDatabase,
        _ body: (SQLiteDatabase) throws -> R
    ) throws -> R {
        let current = try reader ?? open()
        reader = current
        return try body(current)
    }

    /// Closes all connections once none is in use; later calls of other methods throw `error`.
    func close(throwing error: StoreError = StoreError(.failed, "the store is closed")) {
        condition.lock()
        if closingError == nil { closingError = error }
        while activeCount > 0 { condition.wait() }
        condition.unlock()
        writerLock.lock()
        closeConnections()
        writerLock.unlock()
    }

    /// Waits until the log is not being written to the main file.
    func waitForCheckpoint() { checkpoint?.wait() }

    /// Closes the writer last, because the last connection writes the log to the file, which a
    /// read-only connection cannot do.
    private func closeConnections() {
        idleReaders = []
        readLock?.close()
        checkpoint?.close()
        writer = nil
    }

    private var currentClosingError: StoreError {
        condition.lock()
        defer { condition.unlock() }
        return closingError ?? StoreError(.failed, "the store is closed")
    }

    // MARK: Readers

    /// Registers a read and returns an idle reader, if there is one.
    private func takeReader() throws -> SQLiteDatabase? {
        condition.lock()
        defer { condition.unlock() }
        if let closingError { throw closingError }
        activeCount += 1
        return idleReaders.popLast()
    }

    /// Ends a read, and keeps its reader, if one could be opened, for later reads.
    ///
    /// A reader that is not kept is closed before the read ends: while it is open, the writer is
    /// not the last connection, and would leave the log beside the file.
    private func putBack(_ reader: inout SQLiteDatabase?) {
        condition.lock()
        defer { condition.unlock() }
        if idleReaders.count < Self.idleLimit, let kept = reader.take() { idleReaders.append(kept) }
        reader = nil
        activeCount -= 1
        if activeCount == 0, closingError != nil { condition.broadcast() }
    }
}
