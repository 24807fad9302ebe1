// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The connections of a store: one that writes, and others that read at the same time.
///
/// Unchecked, because the connections are not Sendable: `writerLock` is held while the writer is
/// used.
final class ConnectionPool: @unchecked Sendable {
    private var writer: SQLiteDatabase?
    /// Recursive, and shared by the stores of one file.
    private let writerLock: NSRecursiveLock

    /// Opens a reader; nil if the writer is also the only reader.
    private let openReader: (@Sendable () throws -> SQLiteDatabase)?
    private let readers: any Readers

    init(
        _ writer: SQLiteDatabase,
        writerLock: NSRecursiveLock = NSRecursiveLock(),
        readers: any Readers = IdleReaders(),
        openReader: (@Sendable () throws -> SQLiteDatabase)? = nil
    ) {
        self.writer = writer
        self.writerLock = writerLock
        self.readers = readers
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
        guard let writer else { throw readers.closingError }
        return try readers.writing { try body(writer) }
    }

    /// Calls `body` with a connection that reads.
    func read<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        guard let openReader else { return try write(body) }
        var reader = try readers.take()
        defer { readers.putBack(&reader) }
        return try use(&reader, opening: openReader, body)
    }

    /// Calls `body` with a connection in a transaction that reads the commit after `prepare`, which
    /// receives the connection that writes.
    func readSnapshot<R>(
        preparedBy prepare: (SQLiteDatabase) throws -> Void,
        _ body: (SQLiteDatabase) throws -> R
    ) throws -> R {
        guard let openReader else {
            return try write { writer in
                try prepare(writer)
                return try body(writer)
            }
        }
        // Before a reader is used: the lock may be held by a thread that waits for the readers.
        var reader: SQLiteDatabase? = try write { writer in
            try prepare(writer)
            var reader = try readers.take()
            do {
                try begin(&reader, opening: openReader)
            } catch {
                readers.putBack(&reader)
                throw error
            }
            return reader
        }
        defer { readers.putBack(&reader) }
        return try use(&reader, opening: openReader, isInSnapshot: true) { reader in
            defer { reader.endSnapshot() }
            return try body(reader)
        }
    }

    /// Begins a transaction on `reader`, which is opened first if it is nil.
    private func begin(
        _ reader: inout SQLiteDatabase?,
        opening open: () throws -> SQLiteDatabase
    ) throws {
        let current = try reader ?? open()
        reader = current
        try current.beginSnapshot()
    }

    /// Calls `body` with `reader`, which is opened first if it is nil.
    ///
    /// The references of a read to its connection end with this function, before `putBack`.
    private func use<R>(
        _ reader: inout SQLiteDatabase?,
        opening open: () throws -> SQLiteDatabase,
        isInSnapshot: Bool = false,
        _ body: (SQLiteDatabase) throws -> R
    ) throws -> R {
        let current = try reader ?? open()
        reader = current
        if !isInSnapshot { readers.prepare(current) }
        return try body(current)
    }

    /// Closes all connections once none is in use; later calls of other methods throw `error`.
    func close(throwing error: StoreError = StoreError(.failed, "the store is closed")) {
        readers.finish(throwing: error)
        writerLock.lock()
        closeConnections()
        writerLock.unlock()
    }

    /// Closes the writer last, because the last connection writes the log to the file, which a
    /// read-only connection cannot do.
    private func closeConnections() {
        readers.removeAll()
        writer = nil
    }
}

/// The connections of a pool that read.
protocol Readers: AnyObject, Sendable {
    /// Registers a read and returns an idle reader, or `nil`.
    func take() throws -> SQLiteDatabase?
    /// Prepares a reader that was taken or opened for a read of the last commit.
    func prepare(_ reader: SQLiteDatabase)
    /// Ends a read, and keeps its reader, if one could be opened, for later reads.
    ///
    /// A reader that is not kept is closed before the read ends: while it is open, the writer is
    /// not the last connection, and would not remove the log.
    func putBack(_ reader: inout SQLiteDatabase?)
    /// Calls `body`, which uses the connection that writes.
    func writing<R>(_ body: () throws -> R) throws -> R
    /// Waits until no reader is in use; later reads throw `error`.
    func finish(throwing error: StoreError)
    /// Closes the readers.
    func removeAll()
    /// The error of reads after the pool was closed.
    var closingError: StoreError { get }
}

/// The readers of a pool that are not in use.
///
/// Unchecked, because the connections are not Sendable: `condition` guards the list, and a reader
/// in use is in no list and belongs to one thread.
final class IdleReaders: Readers, @unchecked Sendable {
    /// The maximum number of readers that stay open while they are not in use.
    private static let limit = 8

    private let condition = NSCondition()
    private var readers: [SQLiteDatabase] = []
    private var activeCount = 0
    /// The error of calls after the pool was closed; nil while it is open.
    private var error: StoreError?

    func take() throws -> SQLiteDatabase? {
        condition.lock()
        defer { condition.unlock() }
        if let error { throw error }
        activeCount += 1
        return readers.popLast()
    }

    func prepare(_ reader: SQLiteDatabase) {}

    func putBack(_ reader: inout SQLiteDatabase?) {
        condition.lock()
        defer { condition.unlock() }
        if readers.count < Self.limit, let kept = reader.take() {
            readers.append(kept)
        }
        reader = nil
        activeCount -= 1
        if activeCount == 0, error != nil { condition.broadcast() }
    }

    func writing<R>(_ body: () throws -> R) throws -> R { try body() }

    func finish(throwing error: StoreError) {
        condition.lock()
        defer { condition.unlock() }
        if self.error == nil { self.error = error }
        while activeCount > 0 { condition.wait() }
    }

    func removeAll() {
        condition.lock()
        defer { condition.unlock() }
        readers = []
    }

    var closingError: StoreError {
        condition.lock()
        defer { condition.unlock() }
        return error ?? StoreError(.failed, "the store is closed")
    }
}
