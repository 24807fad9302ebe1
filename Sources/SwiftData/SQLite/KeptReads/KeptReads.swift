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
/// one. All of them are therefore ended before each change of the log in this process, and none is
/// kept while another process has the file open (decision 0228).
final class KeptReads: Sendable {
    private let readers = Mutex<[KeptReaders]>([])
    private let suspensions = Atomic(0)
    private let writes = Atomic(0)
    /// The processes that share the file; nil if no other process can open it.
    private let processes: StoreProcesses?
    /// Whether this process learns that another one has opened the file.
    private let areEndedForOthers = Atomic(false)

    init(sharedBy processes: StoreProcesses? = nil) {
        self.processes = processes
        let isPossible = processes?.whenOthersExist { [weak self] in self?.endTransactions() }
        areEndedForOthers.store(isPossible ?? true, ordering: .relaxed)
    }

    /// Whether no transaction is kept.
    var isSuspended: Bool {
        if suspensions.load(ordering: .sequentiallyConsistent) > 0 { return true }
        guard let processes else { return false }
        return !areEndedForOthers.load(ordering: .relaxed) || processes.memory.hasOthers
    }

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
        endTransactions()
        return try body()
    }

    /// Ends the transactions of the readers that are not in use.
    private func endTransactions() {
        for readers in readers.withLock({ $0 }) { readers.endTransactions() }
    }
}
