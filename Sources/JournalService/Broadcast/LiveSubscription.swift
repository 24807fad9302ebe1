// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// One subscription of a connection.
final class LiveSubscription {
    var machine: SubscriptionStateMachine
    let id: RequestID
    let request: Subscribe
    private let charge: MemoryCharge

    init(
        _ machine: SubscriptionStateMachine,
        id: RequestID,
        request: Subscribe,
        in counter: MemoryCounter
    ) {
        self.machine = machine
        self.id = id
        self.request = request
        charge = MemoryCharge(in: counter)
    }

    /// Frees what it holds; a read may keep it until its result.
    func end() {
        machine = SubscriptionStateMachine(
            machine.filter,
            position: machine.position,
            startsWithSnapshot: false
        )
        charge.byteCount = 0
    }
}

extension LiveSubscription: Observation {
    static func all(of subscriber: Subscriber) -> [RequestID: LiveSubscription] {
        subscriber.subscriptions
    }

    var position: Int64 { machine.position }

    func nextAction(_ log: CommitLog, isWritable: Bool) -> SubscriptionStateMachine.Action? {
        let action = machine.advance(log, isWritable: isWritable)
        if case .wait = action {
            // It may have moved past what it held, or holds what the log no longer has.
            charge.byteCount = machine.heldByteCount
            return nil
        }
        return action
    }

    func readFailed(_ log: CommitLog) -> SubscriptionStateMachine.Action {
        machine.readFailed(log)
    }

    func perform(
        _ action: SubscriptionStateMachine.Action,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        switch action {
        case .wait: break
        case .send(let delivery): send(delivery, to: subscriber, by: broadcaster)
        case .reset(let from, let to, let reason):
            let reset = Reset(
                subscription: id,
                from: broadcaster.cursor(from),
                to: broadcaster.cursor(to),
                reason: reason
            )
            subscriber.connection.notify(line: reset.notification.line)
        case .readHistory(let position):
            readHistory(after: position, at: nil, of: subscriber, by: broadcaster)
        case .continueHistory(let position, let place):
            readHistory(after: position, at: place, of: subscriber, by: broadcaster)
        case .readSnapshot(let page):
            readSnapshot(from: page, of: subscriber, by: broadcaster)
        case .match(let first, let last):
            match(after: first, upTo: last, of: subscriber, by: broadcaster)
        case .scheduleProgress(let delay):
            broadcaster.schedule(self, of: subscriber, after: delay) { subscription in
                subscription.machine.progressDelayElapsed()
            }
        case .retry(let delay):
            broadcaster.schedule(self, of: subscriber, after: delay) { subscription in
                subscription.machine.retryElapsed()
                return .wait
            }
        }
        charge.byteCount = machine.heldByteCount
    }
}

// MARK: - Actions

extension LiveSubscription {
    private func send(
        _ delivery: SubscriptionStateMachine.Delivery,
        to subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        let lines = ChangeLines(
            subscription: id,
            from: broadcaster.cursor(delivery.from),
            to: broadcaster.cursor(delivery.to)
        )
        subscriber.connection.notify(line: lines.line(delivery.items, isEnd: delivery.isEnd))
    }

    private func readSnapshot(
        from page: SnapshotPage.Position,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        let filter = machine.filter
        broadcaster.read(for: self, of: subscriber, isLong: true) { context in
            try context.models.readSnapshot(isSearched: filter.searchesTexts) {
                try SnapshotPage.read(from: page, for: filter, in: context)
            }
        } event: { subscription, page in
            subscription.machine.snapshotRead(page)
        }
    }

    private func match(
        after first: Int64,
        upTo last: Int64,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        let (filter, known) = (machine.filter, machine.knownStates)
        let commits = broadcaster.log.commits(after: first, atMost: Int(last - first)) ?? []
        broadcaster.read(for: self, of: subscriber) { _ in
            let matcher = try filter.matcher()
            return try filter.items(of: commits, after: known) {
                try matcher?.matches($0) ?? true
            }
        } event: { subscription, items in
            subscription.machine.matched(items, upTo: last)
        }
    }

    private func readHistory(
        after position: Int64,
        at place: HistoryReplay.Place?,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        let (filter, known) = (machine.filter, machine.knownStates)
        broadcaster.read(for: self, of: subscriber) { context in
            try context.models.readSnapshot(isSearched: filter.searchesTexts) {
                try HistoryReplay.read(
                    after: position,
                    at: place,
                    knowing: known,
                    for: filter,
                    in: context
                )
            }
        } event: { subscription, replay in
            subscription.machine.historyRead(replay)
        }
    }
}
