// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Holds the lock of the log that readers of the last commit need, between their reads.
///
/// SQLite acquires this lock for each read, and releases it after that, with two system calls; they
/// take as long as reading a row by its key. While another connection of the process has the lock,
/// it counts its users instead.
///
/// The lock does not change what a reader sees: each read begins with the last commit.
final class SharedReadLock: Sendable {
    /// The number of reads after a commit from which the lock is held.
    ///
    /// Holding it costs as much as some reads.
    private static let minimumReads = 4

    private struct State {
        /// The connection that holds the lock; nil until it is first needed.
        var holder: SQLiteDatabase?
        var reads = 0
        var suspensions = 0
    }

    private let state = Mutex(State())
    private let isHeld = Atomic(false)

    /// Acquires the lock if that pays for a read that begins.
    ///
    /// An error has no effect: the reader acquires the lock itself.
    func willRead(opening open: @Sendable () throws -> SQLiteDatabase) {
        guard !isHeld.load(ordering: .relaxed) else { return }
        state.withLock { state in
            state.reads += 1
            guard state.reads >= Self.minimumReads, state.suspensions == 0,
                !isHeld.load(ordering: .relaxed)
            else { return }
            state.reads = 0
            guard let holder = try? state.holder.take() ?? open(),
                (try? holder.beginReading()) != nil
            else { return }
            state.holder = holder
            isHeld.store(true, ordering: .relaxed)
        }
    }

    /// Calls `body`, which changes the log, while the lock is not held.
    ///
    /// SQLite cannot write the log to the main file, nor begin another one, while there are readers
    /// of an earlier commit.
    func suspended<R>(_ body: () throws -> R) rethrows -> R {
        state.withLock { state in
            state.suspensions += 1
            release(&state)
        }
        defer {
            state.withLock { $0.suspensions -= 1 }
        }
        return try body()
    }

    /// Closes the connection that holds the lock, until it is needed again.
    func close() {
        state.withLock { state in
            release(&state)
            state.holder = nil
        }
    }

    private func release(_ state: inout State) {
        state.reads = 0
        guard isHeld.load(ordering: .relaxed) else { return }
        isHeld.store(false, ordering: .relaxed)
        // A connection that cannot end its transaction does so when it closes.
        if (try? state.holder?.endReading()) == nil { state.holder = nil }
    }
}
