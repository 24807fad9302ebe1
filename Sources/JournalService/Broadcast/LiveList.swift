// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// One live list of a connection.
final class LiveList {
    var machine: ListStateMachine
    let id: RequestID
    private let charge: MemoryCharge

    init(_ machine: ListStateMachine, id: RequestID, in lists: SharedLists) {
        self.machine = machine
        self.id = id
        charge = MemoryCharge(in: lists.counter)
    }

    /// The size of the rows, and of what waits to be sent, in bytes.
    var byteCount: Int { machine.contents.totalByteCount + machine.heldByteCount }

    /// Counts the memory after a change of the machine.
    func count() { charge.byteCount = machine.heldByteCount }

    /// Frees what it holds; a read may keep it until its result.
    func end() {
        machine.end()
        count()
    }
}

extension LiveList: Observation {
    static func all(of subscriber: Subscriber) -> [RequestID: LiveList] { subscriber.lists }

    var position: Int64 { machine.position }

    func nextAction(_ log: CommitLog, isWritable: Bool) -> ListStateMachine.Action? {
        let action = machine.advance(log, isWritable: isWritable)
        if case .wait = action { return nil }
        return action
    }

    func readFailed(_ log: CommitLog) -> ListStateMachine.Action { machine.readFailed() }

    func perform(
        _ action: ListStateMachine.Action,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        switch action {
        case .wait: break
        case .send(let delivery):
            subscriber.connection.notify(line: broadcaster.line(of: delivery, id: id))
        case .read:
            let (request, capacity) = (machine.request, machine.contents.capacity)
            // A rename reads all lists again, which must not delay the reads of clients.
            broadcaster.read(for: self, of: subscriber, isLong: true) { context in
                context.allowsUnknownNotebooks = true
                return try ListPage.read(request, capacity: capacity, in: context)
            } event: { list, page in
                list.machine.pageRead(page)
                return .wait
            }
        case .match(let changes, let last):
            let (filter, include) = (machine.filter, machine.request.include)
            broadcaster.read(for: self, of: subscriber) { _ in
                try filter.rows(of: changes, including: include)
            } event: { list, rows in
                list.machine.matched(rows, upTo: last)
            }
        case .retry(let delay):
            broadcaster.schedule(self, of: subscriber, after: delay) { list in
                list.machine.retryElapsed()
                return .wait
            }
        case .end:
            subscriber.lists[id] = nil
            end()
            broadcaster.count(-1)
            let end = End(subscription: id, reason: End.failed)
            subscriber.connection.notify(line: end.notification.line)
        }
        count()
    }
}

extension SubscriptionFilter {
    /// Returns the rows of changed entries, by id; nil for an entry that does not match.
    fileprivate func rows(
        of changes: [CommittedChange],
        including include: Include
    ) throws -> [String: ListRow?] {
        let matcher = try matcher()
        var rows: [String: ListRow?] = [:]
        for change in changes {
            var isMatch = false
            if let after = change.after, selection.takes(after) {
                isMatch = try matcher?.matches(after) ?? true
            }
            rows[change.id] = .some(isMatch ? change.row(include) : nil)
        }
        return rows
    }
}
