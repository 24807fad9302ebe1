// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Gives out keys that no row has had.
///
/// The store has one owner, so counting in memory is enough; what was given out and not committed
/// is never seen again.
final class KeyCounters: Sendable {
    private struct Counts {
        var keys: [Int: Int64]
        var committedTransaction: Int64
    }

    private let counts: Mutex<Counts>

    init(_ keys: [Int: Int64], lastTransaction: Int64) {
        counts = Mutex(Counts(keys: keys, committedTransaction: lastTransaction))
    }

    func next(for entity: Int) -> Int64 {
        counts.withLock {
            // A damaged store may hold the greatest number.
            let key = ($0.keys[entity] ?? 0) &+ 1
            $0.keys[entity] = key
            return key
        }
    }

    func last(for entity: Int) -> Int64 { counts.withLock { $0.keys[entity] ?? 0 } }

    /// The number of the last committed transaction.
    var lastTransaction: Int64 {
        get { counts.withLock { $0.committedTransaction } }
        set { counts.withLock { $0.committedTransaction = newValue } }
    }
}
