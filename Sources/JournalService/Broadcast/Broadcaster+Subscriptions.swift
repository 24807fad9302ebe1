// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// The actions of subscriptions.
extension Broadcaster {
    /// Performs an action of a subscription.
    func perform(
        _ action: SubscriptionStateMachine.Action,
        subscription: LiveSubscription,
        id: RequestID,
        of subscriber: Subscriber
    ) {
        switch action {
        case .wait: break
        case .send(let delivery): send(delivery, id: id, on: subscriber.connection)
        case .reset(let from, let to, let reason):
            let reset = Reset(subscription: id, from: cursor(from), to: cursor(to), reason: reason)
            subscriber.connection.notify(line: reset.notification.line)
        case .readHistory(let position):
            readHistory(after: position, at: nil, for: subscription, id: id, of: subscriber)
        case .continueHistory(let position, let place):
            readHistory(after: position, at: place, for: subscription, id: id, of: subscriber)
        case .readSnapshot(let page):
            readSnapshot(from: page, for: subscription, id: id, of: subscriber)
        case .match(let first, let last):
            match(after: first, upTo: last, for: subscription, id: id, of: subscriber)
        case .scheduleProgress(let delay):
            schedule(subscription, id: id, of: subscriber, after: delay) { subscription in
                subscription.machine.progressDelayElapsed()
            }
        case .retry(let delay):
            schedule(subscription, id: id, of: subscriber, after: delay) { subscription in
                subscription.machine.retryElapsed()
                return .wait
            }
        }
    }

    private func readSnapshot(
        from page: SnapshotPage.Position,
        for subscription: LiveSubscription,
        id: RequestID,
        of subscriber: Subscriber
    ) {
        let filter = subscription.machine.filter
        read(for: subscription, id: id, of: subscriber, isLong: true) { context in
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
        for subscription: LiveSubscription,
        id: RequestID,
        of subscriber: Subscriber
    ) {
        let filter = subscription.machine.filter
        let known = subscription.machine.knownStates
        let commits = log.commits(after: first, atMost: Int(last - first)) ?? []
        read(for: subscription, id: id, of: subscriber) { _ in
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
        for subscription: LiveSubscription,
        id: RequestID,
        of subscriber: Subscriber
    ) {
        let filter = subscription.machine.filter
        let known = subscription.machine.knownStates
        read(for: subscription, id: id, of: subscriber) { context in
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

    private func send(
        _ delivery: SubscriptionStateMachine.Delivery,
        id: RequestID,
        on connection: ConnectionHandler
    ) {
        let lines = ChangeLines(
            subscription: id,
            from: cursor(delivery.from),
            to: cursor(delivery.to)
        )
        connection.notify(
            message: sent.message(of: delivery, lines: lines, framing: connection.framing)
        )
    }
}
