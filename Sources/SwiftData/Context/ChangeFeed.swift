// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The keys of the rows that a save changed, by entity index.
struct ContextChanges: Sendable {
    struct Rows: Sendable {
        var inserted: [Int64] = []
        var updated: [Int64] = []
        var deleted: [Int64] = []
    }

    var rows: [Int: Rows] = [:]
    /// The pairs of keys that were linked or unlinked, by join table index.
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

/// The committed changes of a container's contexts, for its other contexts to merge.
///
/// A context keeps its position in the feed and merges later changes whenever it is used. The feed
/// drops old changes; a context whose position is older must refresh all of its objects.
final class ChangeFeed: Sendable {
    private static let capacity = 1_024

    private struct Commit {
        let sender: UInt64
        let changes: ContextChanges
    }

    private struct State {
        var commits: [Commit] = []
        /// The position of the oldest commit in the feed.
        var first = 0
        var end: Int { first + commits.count }
    }

    /// The changes since the position of a context.
    enum MissedChanges {
        case nothing
        case changes([ContextChanges])
        case everything
    }

    private let state = Mutex(State())
    private let end = Atomic<Int>(0)
    private let lastContext = Atomic<UInt64>(0)

    /// Returns a number that identifies one context of the container.
    func nextContextNumber() -> UInt64 {
        lastContext.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The end of the feed, which is the first position of a new context.
    var position: Int { end.load(ordering: .acquiring) }

    /// Appends a committed change of a context.
    func publish(_ changes: ContextChanges, from sender: UInt64) {
        state.withLock { state in
            state.commits.append(Commit(sender: sender, changes: changes))
            if state.commits.count > 2 * Self.capacity {
                state.commits.removeFirst(Self.capacity)
                state.first += Self.capacity
            }
            end.store(state.end, ordering: .releasing)
        }
    }

    /// Makes every context refresh all of its objects.
    func publishReset() {
        state.withLock { state in
            state.first = state.end + 1
            state.commits = []
            end.store(state.end, ordering: .releasing)
        }
    }

    /// Returns the changes of other contexts since `position`, and advances it to the end.
    ///
    /// - Complexity: O(1) without new changes.
    func missedChanges(since position: inout Int, for reader: UInt64) -> MissedChanges {
        guard end.load(ordering: .acquiring) != position else { return .nothing }
        return state.withLock { state in
            defer { position = state.end }
            guard position >= state.first else { return .everything }
            let missed = state.commits[(position - state.first)...]
                .filter { $0.sender != reader }.map(\.changes)
            return missed.isEmpty ? .nothing : .changes(missed)
        }
    }
}
