// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The last keys that all stores of a file assigned, by entity name.
final class SharedKeys: Sendable {
    private struct State {
        /// The position of each entity in `keys`.
        var positions: [String: Int] = [:]
        var keys: [Int64] = []
        /// The last of the keys that are reserved for this process; only in a shared store.
        var reserved: [Int64] = []
        var committedTransaction: Int64 = 0
        /// The number of changes of a shared store after which `committedTransaction` is right.
        var changes: Int64?
    }

    /// The number of keys that are reserved at once in a shared store.
    private static let blockSize: Int64 = 1_024

    private let state = Mutex(State())
    /// The other processes that use the file; nil if there are none.
    private let processes: StoreProcesses?

    /// Creates counters for a file that no other process uses, or for one that is shared.
    init(sharedBy processes: StoreProcesses? = nil) { self.processes = processes }

    var isShared: Bool { processes != nil }

    /// Whether another process has the file open, during a turn of this one.
    fileprivate var isOpenElsewhere: Bool { processes?.haveOpened ?? false }

    /// Returns the position of an entity; its keys continue after `key`.
    fileprivate func position(of entity: String, after key: Int64) -> Int {
        processes?.memory.continueKeys(after: key)
        return state.withLock { state in
            guard let position = state.positions[entity] else {
                state.positions[entity] = state.keys.count
                state.keys.append(key)
                state.reserved.append(key)
                return state.keys.count - 1
            }
            // The keys that are reserved for this process continue.
            if !isShared { state.keys[position] = max(state.keys[position], key) }
            return position
        }
    }

    fileprivate func next(at position: Int) -> Int64 {
        state.withLock {
            if let processes, $0.keys[position] == $0.reserved[position] {
                $0.keys[position] = processes.memory.reserveKeys(Self.blockSize)
                $0.reserved[position] = $0.keys[position] &+ Self.blockSize
            }
            // The highest key in a damaged store may be `Int64.max`.
            $0.keys[position] &+= 1
            return $0.keys[position]
        }
    }

    /// Returns the last key that a process has assigned, or a later one in a shared store.
    fileprivate func last(at position: Int) -> Int64 {
        processes.map { $0.memory[.lastKey] } ?? state.withLock { $0.keys[position] }
    }

    fileprivate var lastTransaction: Int64 {
        get { state.withLock { $0.committedTransaction } }
        set { state.withLock { $0.committedTransaction = newValue } }
    }

    /// Returns the number of the last transaction during a turn to write, which `read` returns if
    /// another process may have committed since the last turn.
    fileprivate func lastTransaction(reading read: () throws -> Int64) rethrows -> Int64 {
        guard let turns = processes?.turns else { return lastTransaction }
        // A store that is only read takes no turn.
        guard turns.isTaken else { return try read() }
        let known = state.withLock { state in
            defer { state.changes = turns.changesAfter }
            let isKnown = [turns.changesBefore, turns.changesAfter].contains(state.changes)
            return isKnown ? state.committedTransaction : nil
        }
        if let known { return known }
        do {
            let number = try read()
            lastTransaction = number
            return number
        } catch {
            state.withLock { $0.changes = nil }
            throw error
        }
    }
}

/// Counters that assign primary keys and never reuse one.
///
/// Counters in memory are sufficient, also for a shared store: its processes reserve keys for
/// themselves, without an access to the file. Keys that were assigned but not committed are
/// skipped.
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

    /// Whether other processes can use the file, too.
    var isShared: Bool { shared.isShared }

    /// Whether another process has the file open, during a turn of this one.
    var isOpenElsewhere: Bool { shared.isOpenElsewhere }

    /// Assigns a new key to a row of an entity.
    func next(for entity: Int) -> Int64 { shared.next(at: positions[entity]) }

    /// Returns the last assigned key of an entity, or 0.
    func last(for entity: Int) -> Int64 { shared.last(at: positions[entity]) }

    /// The number of the last committed transaction.
    var lastTransaction: Int64 {
        get { shared.lastTransaction }
        set { shared.lastTransaction = newValue }
    }

    /// Returns the number of the last transaction that a connection in a transaction can read.
    func lastTransaction(in db: SQLiteDatabase) throws -> Int64 {
        try shared.lastTransaction { try StoreMetadata.lastTransaction(in: db) }
    }
}
