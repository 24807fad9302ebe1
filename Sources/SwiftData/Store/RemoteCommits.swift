// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The commits of other processes to a store that a container has open.
///
/// A store in one file compares a counter; one on a server would be notified by it.
protocol RemoteCommits: AnyObject, Sendable {
    /// Whether there may be commits that were not taken.
    var mayExist: Bool { get }
    /// Returns the commits since the last call, oldest first, and records that they were taken.
    ///
    /// - Throws: `StoreError` if the store cannot be read; the next call then returns the same.
    func takeAll() throws -> TakenCommits
    /// Calls `body` after each commit, on a queue of the store, until the store is closed.
    func listen(_ body: @escaping @Sendable () -> Void)
}

/// The commits that other processes made since the last look.
enum TakenCommits {
    case records([HistoryRecord])
    /// More than can be listed, or some that were removed from the history, through a transaction.
    case unlisted(through: Int64)
}
