// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Counters that assign primary keys and never reuse one.
///
/// A store has a single owner, so counters in memory are sufficient. Keys that were assigned but
/// not committed are skipped.
final class KeyCounters: Sendable {
    private struct Counts {
        var keys: [Int: Int64]
        var committedTransaction: Int64
    }

    private let counts: Mutex<Counts>

    init(_ keys: [Int: Int64], lastTransaction: Int64) {
        counts = Mutex(Counts(keys: keys, committedTransaction: lastTransaction))
    }

    /// Assigns a new key to a row of an entity.
    func next(for entity: Int) -> Int64 {
        counts.withLock {
            // The highest key in a damaged store may be `Int64.max`.
            let key = ($0.keys[entity] ?? 0) &+ 1
            $0.keys[entity] = key
            return key
        }
    }

    /// Returns the last assigned key of an entity, or 0.
    func last(for entity: Int) -> Int64 { counts.withLock { $0.keys[entity] ?? 0 } }

    /// The number of the last committed transaction.
    var lastTransaction: Int64 {
        get { counts.withLock { $0.committedTransaction } }
        set { counts.withLock { $0.committedTransaction = newValue } }
    }
}
