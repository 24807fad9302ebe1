// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The commits of other processes to a shared store, which are read from its history.
///
/// The number of changes in the memory of the processes says whether there are any.
final class SharedCommits: RemoteCommits {
    /// The number of transactions above which they are not listed.
    private static let limit = 256
    /// The number of their changes above which they are not listed.
    private static let changeLimit = 4_096

    private struct State {
        /// The number of changes of the store up to which everything was taken; nil if unknown.
        var changes: Int64?
        /// The number of the last transaction that was taken, or made by this store.
        var last: Int64
        var deletedThrough: Int64
        /// The later transactions of this store.
        var own: Set<Int64> = []
    }

    private let processes: StoreProcesses
    private let state: Mutex<State>
    private let listener = Mutex<Int?>(nil)
    /// Reads a session of the store, while it is open.
    private let read: @Sendable ((any StoreReading) throws -> TakenCommits) throws -> TakenCommits

    /// Follows a store after a commit, with the given bounds of its history.
    init(
        _ processes: StoreProcesses,
        after bounds: HistoryBounds,
        changes: Int64,
        read:
            @escaping @Sendable ((any StoreReading) throws -> TakenCommits) throws
            -> TakenCommits
    ) {
        self.processes = processes
        self.read = read
        state = Mutex(
            State(changes: changes, last: bounds.last, deletedThrough: bounds.deletedThrough)
        )
    }

    var mayExist: Bool { state.withLock { $0.changes } != processes.memory[.changes] }

    /// Records the transactions of a commit of this store, during its turn.
    func note(_ transactions: ClosedRange<Int64>) {
        let turns = processes.turns
        state.withLock { state in
            if state.changes == turns.changesBefore {
                state.changes = turns.changesAfter
                state.last = max(state.last, transactions.upperBound)
            } else {
                state.own.formUnion(transactions)
            }
        }
    }

    func takeAll() throws -> TakenCommits {
        // Before the history is read, so that a later commit is found next time.
        let changes = processes.memory[.changes]
        let (last, deletedThrough) = state.withLock { ($0.last, $0.deletedThrough) }
        var bounds = HistoryBounds(deletedThrough: 0, last: 0)
        let taken = try read { session in
            bounds = try session.historyBounds()
            // Everything was erased if nothing remained.
            let isErased =
                bounds.deletedThrough != deletedThrough && bounds.deletedThrough >= bounds.last
            guard !isErased, bounds.deletedThrough <= last else {
                return .unlisted(through: bounds.last)
            }
            var request = HistoryRequest(after: last, limit: Self.limit + 1)
            request.changeLimit = Self.changeLimit
            request.includesPairs = true
            let records = try session.history(request)
            guard records.count <= Self.limit, records.allSatisfy({ $0.next == nil }) else {
                return .unlisted(through: bounds.last)
            }
            return .records(records)
        }
        return state.withLock { state in
            defer {
                state.changes = changes
                state.deletedThrough = bounds.deletedThrough
            }
            switch taken {
            case .unlisted(let through):
                state.last = max(state.last, bounds.last)
                state.own = state.own.filter { $0 > state.last }
                return .unlisted(through: through)
            case .records(let records):
                let others = records.filter { !state.own.contains($0.transaction) }
                state.last = max(state.last, records.last?.transaction ?? last)
                state.own = state.own.filter { $0 > state.last }
                return .records(others)
            }
        }
    }

    func listen(_ body: @escaping @Sendable () -> Void) {
        let number = processes.listen { [weak self] events in
            guard let self else { return }
            // A process that was killed may have committed what it did not count.
            if events.contains(.closed) { state.withLock { $0.changes = nil } }
            if mayExist { body() }
        }
        listener.withLock { $0 = number }
    }

    /// Ends the calls to the listener.
    func close() {
        if let number = listener.withLock({ $0 }) { processes.ignore(number) }
    }

    deinit { close() }
}
