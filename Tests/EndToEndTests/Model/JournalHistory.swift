// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// All states of all entries, as acknowledged writes describe them.
struct JournalHistory: Sendable {
    /// The state of an entry from a commit on.
    struct Version: Equatable, Sendable {
        var id: String
        /// The commit.
        var position: Int64
        /// The commit that changed the entry itself, rather than the name of one of its tags.
        var revision: Int64
        /// The attributes; nil once the entry is deleted permanently.
        var state: EntryState?
    }

    private(set) var versions: [Version] = []
    /// The last version of each entry that is not deleted.
    private(set) var present: [String: Version] = [:]
    /// Pairs of commits between which the exact commit of some change is unknown.
    private(set) var unclear: [(after: Int64, before: Int64)] = []

    /// Adds a version, which may be older than the last one of an entry with several writers.
    mutating func add(_ version: Version) {
        versions.append(version)
        guard version.position >= present[version.id]?.position ?? 0 else { return }
        present[version.id] = version.state == nil ? nil : version
    }

    /// Records that the commits of some versions are known only to be after one and not after
    /// another one.
    mutating func addUnclear(after first: Int64, upTo last: Int64) {
        if last - first > 1 { unclear.append((first, last)) }
    }

    /// Returns whether all versions up to a commit are known to be from before it.
    func isClear(_ position: Int64) -> Bool {
        !unclear.contains { $0.after < position && position < $0.before }
    }

    /// Returns whether the commits of all versions between two commits are known.
    func isClear(from first: Int64, to last: Int64) -> Bool {
        !unclear.contains { $0.after < last && first < $0.before }
    }
}

/// The history that the threads of a test share, and the entries that no thread is changing.
///
/// A writer takes the entries that it changes, so that the order of their versions is certain. That
/// of contended entries, which no writer owns, follows from `ifRev`.
final class SharedHistory: Sendable {
    private struct State {
        var history = JournalHistory()
        var free: [String] = []
        var writeCount = 0
        var runningCount = 0
        var isExclusive = false
        var generation = 0
        var openWriters = 0
        var openObservers = 0
        var contended: [String] = []
        var conflicts: [JournalHistory.Version] = []
        var failure: String?
    }

    private let condition = NSCondition()
    // Accessed only with the condition locked.
    nonisolated(unsafe) private var state = State()

    private func access<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
        try condition.withLock {
            defer { condition.broadcast() }
            return try body(&state)
        }
    }

    /// Waits until a condition holds; fails if another thread failed.
    private func wait(_ what: String, until holds: (State) -> Bool) throws {
        let limit = Date(timeIntervalSinceNow: 100)
        while !holds(state) {
            if let failure = state.failure { throw Stuck("another thread failed: \(failure)") }
            guard condition.wait(until: limit) else { throw Stuck("timeout: \(what)") }
        }
    }

    var history: JournalHistory { access(\.history) }

    /// Ends the waiting of all threads.
    func fail(_ error: any Error) { access { $0.failure = $0.failure ?? "\(error)" } }

    // MARK: Entries

    /// Executes a write, while no exclusive one is executed.
    func write(_ body: () throws -> Void) throws {
        try condition.withLock {
            try wait("no exclusive write") { !$0.isExclusive }
            state.runningCount += 1
        }
        defer {
            access {
                $0.runningCount -= 1
                $0.writeCount += 1
            }
        }
        try body()
    }

    /// Executes a write while no other one is executed.
    func writeExclusively(_ body: () throws -> Void) throws {
        try condition.withLock {
            try wait("no exclusive write") { !$0.isExclusive }
            state.isExclusive = true
            try wait("no write") { $0.runningCount == 0 }
        }
        defer { access { $0.isExclusive = false } }
        try body()
    }

    /// Takes some random entries that no other writer has.
    func take(_ count: Int, _ random: inout SplitMix) -> [JournalHistory.Version] {
        access { state in
            (0..<min(count, state.free.count)).compactMap { _ in
                let index = random.number(0..<state.free.count)
                return state.history.present[state.free.remove(at: index)]
            }
        }
    }

    /// Returns entries, which may be new.
    func giveBack(_ ids: [String]) {
        access { state in
            state.free += ids.filter { state.history.present[$0] != nil }
        }
    }

    func add(_ version: JournalHistory.Version) { access { $0.history.add(version) } }

    /// Adds an entry that all writers change.
    func addContended(_ version: JournalHistory.Version) {
        access {
            $0.history.add(version)
            $0.contended.append(version.id)
        }
    }

    /// The ids of the entries that all writers change.
    var contended: [String] { access(\.contended) }

    /// Returns the last known version of an entry; nil if it is deleted.
    func present(_ id: String) -> JournalHistory.Version? { access { $0.history.present[id] } }

    /// Records an entry as the error `conflict` contained it.
    func addConflict(_ current: JournalHistory.Version) { access { $0.conflicts.append(current) } }

    /// The entries that errors of the kind `conflict` contained.
    var conflicts: [JournalHistory.Version] { access(\.conflicts) }

    /// Records that a change may be a version between two others.
    func addUnclear(after first: Int64, upTo last: Int64) {
        access { $0.history.addUnclear(after: first, upTo: last) }
    }

    /// Replaces the present entries by what the store contains after an exclusive write.
    func replace(
        with found: [JournalHistory.Version],
        after first: Int64,
        upTo last: Int64
    ) {
        access { state in
            var missing = Set(state.history.present.keys)
            for var version in found {
                missing.remove(version.id)
                let former = state.history.present[version.id]
                guard former?.state != version.state || former?.revision != version.revision
                else { continue }
                if former?.revision == version.revision {
                    // The name of its notebook or of a tag changed.
                    version.position = last
                    state.history.addUnclear(after: first, upTo: last)
                }
                state.history.add(version)
            }
            for id in missing {
                state.history.addUnclear(after: first, upTo: last)
                state.history.add(
                    JournalHistory.Version(id: id, position: last, revision: last, state: nil)
                )
            }
            state.free = Set(state.history.present.keys).subtracting(state.contended).sorted()
        }
    }

    // MARK: Progress

    /// The number of writes.
    var writeCount: Int { access(\.writeCount) }

    /// Waits for further writes, or for the end of all writers.
    func waitForWrites(_ count: Int) throws {
        try condition.withLock {
            let goal = state.writeCount + count
            try wait("writes") { $0.writeCount >= goal || $0.openWriters == 0 }
        }
    }

    func beginWriters(_ count: Int, observers: Int) {
        access {
            $0.openWriters = count
            $0.openObservers = observers
        }
    }
    func endWriter() { access { $0.openWriters -= 1 } }
    /// Ends the writes of an observer.
    func endObserver() { access { $0.openObservers -= 1 } }
    /// Whether all clients that only write ended.
    var haveWritersEnded: Bool { access { $0.openWriters == 0 } }
    /// Whether all writers have ended.
    var isFinished: Bool { access { $0.openWriters == 0 && $0.openObservers == 0 } }

    /// The number of beginnings and ends of handovers; odd during one.
    var generation: Int { access(\.generation) }
    func advanceGeneration() { access { $0.generation += 1 } }
}
