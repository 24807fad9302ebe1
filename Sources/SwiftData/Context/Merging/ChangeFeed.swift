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

    /// A relationship of an entity, by index.
    struct Relationship: Hashable, Sendable {
        let entity: Int
        let property: Int
    }

    /// The rows that now belong to a relationship.
    struct References: Sendable {
        /// The number of rows above which only their owners are listed.
        fileprivate static let rowLimit = 256

        /// A row with the key of its owner.
        struct Row: Sendable {
            let key: Int64
            let owner: Int64
        }

        private(set) var rows: [Row] = []
        /// The owners of the rows that are not listed.
        private(set) var owners: Set<Int64> = []

        mutating func insert(_ row: Row) {
            if rows.count < Self.rowLimit { rows.append(row) } else { owners.insert(row.owner) }
        }

        mutating func formUnion(_ other: References) {
            for row in other.rows { insert(row) }
            owners.formUnion(other.owners)
        }
    }

    var rows: [Int: Rows] = [:]
    /// The foreign keys of new rows and the changed ones of others, by the owners' relationship.
    var references: [Relationship: References] = [:]
    /// The rows that were placed last in ordered relationships, in order.
    var appended: [Relationship: [References.Row]] = [:]
    /// The owners of ordered relationships that were reordered.
    var arranged: [Relationship: Set<Int64>] = [:]
    /// The pairs of keys that were linked or unlinked, by join table index.
    var links: [Int: [PendingRows.Pair]] = [:]
    /// The relationships with changes that `references` and `arranged` do not list.
    var unlisted: Set<Relationship> = []
    /// Whether `references` lists the changed foreign keys, also those that deletions cleared.
    var listsReferences = true

    var isEmpty: Bool {
        rows.isEmpty && references.isEmpty && appended.isEmpty && arranged.isEmpty && links.isEmpty
            && unlisted.isEmpty
    }

    /// The number of keys, which determines the memory that the changes occupy.
    var keyCount: Int {
        rows.values.reduce(0) { $0 + $1.inserted.count + $1.updated.count + $1.deleted.count }
            + references.values.reduce(0) { $0 + $1.rows.count + $1.owners.count }
            + appended.values.reduce(0) { $0 + $1.count }
            + arranged.values.reduce(0) { $0 + $1.count }
            + links.values.reduce(0) { $0 + $1.count }
    }

    mutating func note(_ arrangement: Arrangement) {
        let relationship = Relationship(
            entity: arrangement.entity.index,
            property: arrangement.property.index
        )
        if arrangement.isComplete {
            arranged[relationship, default: []].insert(arrangement.owner)
        } else if arrangement.targets.count <= References.rowLimit {
            appended[relationship, default: []] += arrangement.targets.map { key in
                References.Row(key: key, owner: arrangement.owner)
            }
        }
    }

    mutating func formUnion(_ other: ContextChanges) {
        for (entity, changed) in other.rows {
            rows[entity, default: Rows()].inserted += changed.inserted
            rows[entity, default: Rows()].updated += changed.updated
            rows[entity, default: Rows()].deleted += changed.deleted
        }
        for (relationship, added) in other.references {
            references[relationship, default: References()].formUnion(added)
        }
        for (relationship, rows) in other.appended {
            appended[relationship, default: []] += rows
        }
        for (relationship, owners) in other.arranged {
            arranged[relationship, default: []].formUnion(owners)
        }
        for (table, pairs) in other.links { links[table, default: []] += pairs }
        unlisted.formUnion(other.unlisted)
        listsReferences = listsReferences && other.listsReferences
    }
}

/// The committed changes of a container's contexts, for its other contexts to merge.
///
/// A context keeps its position in the feed and merges later changes whenever it is used. The feed
/// drops old changes; a context with an older position must refresh all of its objects.
final class ChangeFeed: Sendable {
    /// The number of commits, and of keys in them, that remain when earlier ones are dropped.
    static let capacity = (commits: 1_024, keys: 16_384)

    private struct Commit {
        let sender: UInt64
        let changes: ContextChanges
        let keyCount: Int

        init(_ changes: ContextChanges, from sender: UInt64) {
            self.sender = sender
            self.changes = changes
            keyCount = changes.keyCount
        }
    }

    /// A registration for commits, which ends when it is released.
    final class Listener: Sendable {
        private let feed: ChangeFeed
        private let number: UInt64

        fileprivate init(_ feed: ChangeFeed, number: UInt64) {
            self.feed = feed
            self.number = number
        }

        deinit { feed.removeListener(number) }
    }

    private struct Registration {
        /// The context that ignores its own commits, or `nil`.
        let reader: UInt64?
        let body: @Sendable () -> Void
    }

    private struct State {
        var commits: [Commit] = []
        var listeners: [UInt64: Registration] = [:]
        var lastListener: UInt64 = 0
        /// The position of the oldest commit in the feed.
        var first = 0
        var end: Int { first + commits.count }
        /// The number of keys in the commits.
        var keyCount = 0

        mutating func append(_ commit: Commit) {
            commits.append(commit)
            keyCount += commit.keyCount
            let capacity = ChangeFeed.capacity
            guard commits.count > 2 * capacity.commits || keyCount > 2 * capacity.keys else {
                return
            }
            // The last commit stays, however large it is: contexts are about to merge it.
            var (kept, count) = (commits.count - 1, commit.keyCount)
            while kept > 0, commits.count - kept < capacity.commits {
                count += commits[kept - 1].keyCount
                guard count <= capacity.keys else { break }
                kept -= 1
            }
            first += kept
            commits.removeFirst(kept)
            keyCount = commits.reduce(0) { $0 + $1.keyCount }
        }

        mutating func removeAll() {
            first = end + 1
            commits = []
            keyCount = 0
        }
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

    /// Calls `body` after each commit, except the commits of one context.
    ///
    /// `body` is called on the thread of the save, and must not block it.
    func listen(
        besides reader: UInt64? = nil,
        _ body: @escaping @Sendable () -> Void
    ) -> Listener {
        state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = Registration(reader: reader, body: body)
            return Listener(self, number: state.lastListener)
        }
    }

    private func removeListener(_ number: UInt64) {
        // Released after the lock, because the closure may own another listener.
        _ = state.withLock { $0.listeners.removeValue(forKey: number) }
    }

    /// Appends a committed change of a context.
    func publish(_ changes: ContextChanges, from sender: UInt64) {
        let listeners = state.withLock { state in
            state.append(Commit(changes, from: sender))
            end.store(state.end, ordering: .releasing)
            return state.listeners
        }
        for listener in listeners.values where listener.reader != sender { listener.body() }
    }

    /// Makes every context refresh all of its objects.
    func publishReset() {
        let listeners = state.withLock { state in
            state.removeAll()
            end.store(state.end, ordering: .releasing)
            return state.listeners
        }
        for listener in listeners.values { listener.body() }
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
