// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The transactions that the readers of a file keep open between their reads.
///
/// SQLite begins and ends a transaction for each read outside of one: it locks and unlocks the log
/// with two system calls, and checks whether its cached pages are current (decision 0096). A kept
/// transaction also reads the last commit: it is ended before a read if another process or
/// connection has committed since it began.
///
/// While a transaction is kept, SQLite can neither write the log to the main file nor begin another
/// one. All of them are therefore ended before each change of the log in this process.
final class KeptReads: Sendable {
    private let readers = Mutex<[KeptReaders]>([])
    private let suspensions = Atomic(0)
    private let writes = Atomic(0)

    /// Whether no transaction is kept.
    var isSuspended: Bool { suspensions.load(ordering: .sequentiallyConsistent) > 0 }

    /// The number of the last write in this process.
    var lastWrite: Int { writes.load(ordering: .relaxed) }

    /// Adds the readers of a pool, which must be removed when the pool closes.
    func add(_ added: KeptReaders) { readers.withLock { $0.append(added) } }

    func remove(_ removed: KeptReaders) { readers.withLock { $0.removeAll { $0 === removed } } }

    /// Calls `body`, which changes the log, while no reader that is not in use has a transaction.
    func suspended<R>(_ body: () throws -> R) rethrows -> R {
        writes.add(1, ordering: .relaxed)
        // Before the search, so that a reader which is put back later sees the suspension.
        suspensions.add(1, ordering: .sequentiallyConsistent)
        defer { suspensions.subtract(1, ordering: .sequentiallyConsistent) }
        for readers in readers.withLock({ $0 }) { readers.endTransactions() }
        return try body()
    }
}
