// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// What a save changed, by entity index.
struct ContextChanges: Sendable {
    struct Rows: Sendable {
        var inserted: [Int64] = []
        var updated: [Int64] = []
        var deleted: [Int64] = []
    }

    var rows: [Int: Rows] = [:]
    /// Pairs of keys that were linked or unlinked, by join table.
    var links: [Int: [PendingRows.Pair]] = [:]

    mutating func formUnion(_ other: ContextChanges) {
        for (entity, changed) in other.rows {
            rows[entity, default: Rows()].inserted += changed.inserted
            rows[entity, default: Rows()].updated += changed.updated
            rows[entity, default: Rows()].deleted += changed.deleted
        }
        for (table, pairs) in other.links { links[table, default: []] += pairs }
    }
}

/// The committed changes of a container's contexts, for its other contexts to take over.
///
/// A context remembers how far it has read and reads on whenever it is used. One that fell too far
/// behind is told to take nothing for granted.
final class ChangeFeed: Sendable {
    private static let capacity = 1_024

    private struct Notice {
        let sender: UInt64
        let changes: ContextChanges
    }

    private struct State {
        var notices: [Notice] = []
        /// The number of the first notice kept.
        var first = 0
        var end: Int { first + notices.count }
    }

    /// What a reader missed.
    enum MissedChanges {
        case nothing
        case changes([ContextChanges])
        case everything
    }

    private let state = Mutex(State())
    private let end = Atomic<Int>(0)
    private let lastContext = Atomic<UInt64>(0)

    /// A number that no other context of the container has.
    func nextContextNumber() -> UInt64 {
        lastContext.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Where a context that starts now starts reading.
    var position: Int { end.load(ordering: .acquiring) }

    func publish(_ changes: ContextChanges, from sender: UInt64) {
        state.withLock { state in
            state.notices.append(Notice(sender: sender, changes: changes))
            if state.notices.count > 2 * Self.capacity {
                state.notices.removeFirst(Self.capacity)
                state.first += Self.capacity
            }
            end.store(state.end, ordering: .releasing)
        }
    }

    /// Tells every context that all it knows may have changed.
    func publishReset() {
        state.withLock { state in
            state.first = state.end + 1
            state.notices = []
            end.store(state.end, ordering: .releasing)
        }
    }

    /// What others published since `position`, which moves to the end.
    ///
    /// - Complexity: O(1) when there is nothing new.
    func missedChanges(since position: inout Int, for reader: UInt64) -> MissedChanges {
        guard end.load(ordering: .acquiring) != position else { return .nothing }
        return state.withLock { state in
            defer { position = state.end }
            guard position >= state.first else { return .everything }
            let missed = state.notices[(position - state.first)...]
                .filter { $0.sender != reader }.map(\.changes)
            return missed.isEmpty ? .nothing : .changes(missed)
        }
    }
}
