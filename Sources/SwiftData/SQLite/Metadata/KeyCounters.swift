// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The last keys that all stores of a file assigned, by entity name.
final class SharedKeys: Sendable {
    private struct State {
        /// The position of each entity in `keys`.
        var positions: [String: Int] = [:]
        var keys: [Int64] = []
        var committedTransaction: Int64 = 0
    }

    private let state = Mutex(State())

    /// Returns the position of an entity; its keys continue after `key`.
    fileprivate func position(of entity: String, after key: Int64) -> Int {
        state.withLock { state in
            guard let position = state.positions[entity] else {
                state.positions[entity] = state.keys.count
                state.keys.append(key)
                return state.keys.count - 1
            }
            state.keys[position] = max(state.keys[position], key)
            return position
        }
    }

    fileprivate func next(at position: Int) -> Int64 {
        state.withLock {
            // The highest key in a damaged store may be `Int64.max`.
            $0.keys[position] &+= 1
            return $0.keys[position]
        }
    }

    fileprivate func last(at position: Int) -> Int64 { state.withLock { $0.keys[position] } }

    fileprivate var lastTransaction: Int64 {
        get { state.withLock { $0.committedTransaction } }
        set { state.withLock { $0.committedTransaction = newValue } }
    }
}

/// Counters that assign primary keys and never reuse one.
///
/// Only one process uses a file, so counters in memory are sufficient. Keys that were assigned but
/// not committed are skipped.
final class KeyCounters: Sendable {
    private let shared: SharedKeys
    /// The position of each entity of the layout among the shared keys.
    private let positions: [Int]

    init(
        _ shared: SharedKeys,
        layout: SchemaLayout,
        lastKeys: [Int: Int64],
        lastTransaction: Int64
    ) {
        self.shared = shared
        positions = layout.tables.map { table in
            shared.position(of: table.entity.name, after: lastKeys[table.entity.index] ?? 0)
        }
        shared.lastTransaction = max(shared.lastTransaction, lastTransaction)
    }

    /// Assigns a new key to a row of an entity.
    func next(for entity: Int) -> Int64 { shared.next(at: positions[entity]) }

    /// Returns the last assigned key of an entity, or 0.
    func last(for entity: Int) -> Int64 { shared.last(at: positions[entity]) }

    /// The number of the last committed transaction.
    var lastTransaction: Int64 {
        get { shared.lastTransaction }
        set { shared.lastTransaction = newValue }
    }
}
