// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import Foundation
import Synchronization

/// The connections of a store: one that writes, and others that read at the same time.
///
/// Unchecked, because the connections are not Sendable: `writerLock` is held while the writer is
/// used.
final class ConnectionPool: @unchecked Sendable {
    private var writer: SQLiteDatabase?
    /// Recursive, and shared by the stores of one file.
    private let writerLock: NSRecursiveLock
    /// The turns of the processes that share the file; nil if there is only this one.
    private let turns: WriteTurns?

    /// Opens a reader; nil if the writer is also the only reader.
    private let openReader: (@Sendable () throws -> SQLiteDatabase)?
    private let readers: any Readers

    init(
        _ writer: SQLiteDatabase,
        writerLock: NSRecursiveLock = NSRecursiveLock(),
        turns: WriteTurns? = nil,
        readers: any Readers = IdleReaders(),
        openReader: (@Sendable () throws -> SQLiteDatabase)? = nil
    ) {
        self.writer = writer
        self.writerLock = writerLock
        self.turns = turns
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
        guard let turns else { return try readers.writing { try body(writer) } }
        return try turns.take { try readers.writing { try body(writer) } }
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
        var reader: Reader? = try write { writer in
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
        _ reader: inout Reader?,
        opening open: () throws -> SQLiteDatabase
    ) throws {
        let current = try reader ?? readers.reader(open())
        reader = current
        try current.database.beginSnapshot()
    }

    /// Calls `body` with `reader`, which is opened first if it is nil.
    ///
    /// The references of a read to its connection end with this function, before `putBack`.
    private func use<R>(
        _ reader: inout Reader?,
        opening open: () throws -> SQLiteDatabase,
        isInSnapshot: Bool = false,
        _ body: (SQLiteDatabase) throws -> R
    ) throws -> R {
        let current = try reader ?? readers.reader(open())
        reader = current
        if !isInSnapshot { readers.prepare(current) }
        return try body(current.database)
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
        guard writer != nil else { return }
        // A process that does not end its turn has a connection, so that this is not the last one.
        let hasTurn = turns.map { (try? $0.begin()) != nil } ?? false
        readers.removeAll()
        writer = nil
        if hasTurn { turns?.end() }
    }
}

/// A connection that reads; implementations of `Readers` derive classes with what they record about
/// it.
///
/// Unchecked, because a connection is not Sendable: a reader in use belongs to one thread.
class Reader: @unchecked Sendable {
    let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) { self.database = database }

    /// Releases other references to the reader, which the caller closes.
    func prepareClosing() {}
}

/// The connections of a pool that read.
protocol Readers: AnyObject, Sendable {
    /// Registers a read and returns an idle reader, or `nil`.
    func take() throws -> Reader?
    /// Returns a reader with a connection that was opened after `take` returned `nil`.
    func reader(_ database: SQLiteDatabase) -> Reader
    /// Prepares a reader for a read of the last commit.
    func prepare(_ reader: Reader)
    /// Ends a read, and keeps its reader, if one could be opened, for later reads.
    ///
    /// A reader that is not kept is closed before the read ends: while it is open, the writer is
    /// not the last connection, and would not remove the log.
    func putBack(_ reader: inout Reader?)
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
final class IdleReaders: Readers {
    private struct State {
        var readers: [Reader] = []
        var activeCount = 0
        /// The error of calls after the pool was closed; nil while it is open.
        var error: StoreError?
        /// The calls of `finish` that wait.
        var waiting: [DispatchSemaphore] = []
    }

    /// The maximum number of readers that stay open while they are not in use.
    private static let limit = 8

    private let state = Mutex(State())

    func take() throws -> Reader? {
        try state.withLock { state in
            if let error = state.error { throw error }
            state.activeCount += 1
            return state.readers.popLast()
        }
    }

    func reader(_ database: SQLiteDatabase) -> Reader { Reader(database) }

    func prepare(_ reader: Reader) {}

    func putBack(_ reader: inout Reader?) {
        state.withLock { state in
            if state.readers.count < Self.limit, let kept = reader.take() {
                state.readers.append(kept)
            }
            reader?.prepareClosing()
            reader = nil
            state.activeCount -= 1
            guard state.activeCount == 0 else { return }
            for waiting in state.waiting { waiting.signal() }
            state.waiting = []
        }
    }

    func writing<R>(_ body: () throws -> R) throws -> R { try body() }

    func finish(throwing error: StoreError) {
        let waiting: DispatchSemaphore? = state.withLock { state in
            if state.error == nil { state.error = error }
            guard state.activeCount > 0 else { return nil }
            let waiting = DispatchSemaphore(value: 0)
            state.waiting.append(waiting)
            return waiting
        }
        waiting?.wait()
    }

    func removeAll() {
        state.withLock { state in
            for reader in state.readers { reader.prepareClosing() }
            state.readers = []
        }
    }

    var closingError: StoreError {
        state.withLock { $0.error } ?? StoreError(.failed, "the store is closed")
    }
}
