// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Subscriptions and live lists of connections that leave or enter this process.
extension Broadcaster {
    /// Stops sending to a connection that has no unanswered request.
    func suspend(_ connection: ConnectionHandler) {
        guard let subscriber = subscribers[connection.number] else { return }
        subscriber.isSuspended = true
        for list in subscriber.lists.values { complete(list, of: subscriber) }
    }

    /// Sends the rest of the edits of a commit of which the client has a part, or ends the list if
    /// the client has not accepted enough of the output before.
    private func complete(_ list: LiveList, of subscriber: Subscriber) {
        let connection = subscriber.connection
        while let delivery = list.machine.nextUnsent() {
            guard connection.unsentByteCount < Limits.reply else {
                list.perform(.end, of: subscriber, by: self)
                return
            }
            connection.notify(line: line(of: delivery, id: list.id))
        }
    }

    /// Returns the subscriptions and the live lists of a connection at their positions.
    func positions(
        of connection: ConnectionHandler
    ) -> (subscriptions: [HandoverState.Subscription], lists: [HandoverState.List]) {
        guard let subscriber = subscribers[connection.number] else { return ([], []) }
        let subscriptions = subscriber.subscriptions.map { id, subscription in
            HandoverState.Subscription(
                id: id,
                request: subscription.request,
                position: subscription.machine.resumptionPosition
            )
        }
        let lists = subscriber.lists.map { id, list in
            HandoverState.List(
                id: id,
                request: list.machine.request,
                position: list.machine.position,
                rows: list.machine.fingerprints
            )
        }
        return (subscriptions, lists)
    }

    /// Adds the subscriptions and lists of a connection that the previous daemon handed over.
    ///
    /// Ends a subscription if its filter could not be read.
    func resume(
        _ state: HandoverState.Connection,
        filters: [RequestID: SubscriptionFilter],
        of connection: ConnectionHandler
    ) {
        guard !state.subscriptions.isEmpty || !state.lists.isEmpty else { return }
        let subscriber = subscriber(of: connection)
        for saved in state.subscriptions {
            guard let filter = filters[saved.id] else {
                let end = End(subscription: saved.id, reason: End.failed)
                connection.notify(line: end.notification.line)
                continue
            }
            let machine = SubscriptionStateMachine(
                filter,
                resumingAt: saved.position,
                reportsProgress: saved.request.progress
            )
            subscriber.subscriptions[saved.id] = LiveSubscription(
                machine,
                id: saved.id,
                request: saved.request,
                in: held
            )
            count(1)
        }
        for saved in state.lists {
            let machine = ListStateMachine(
                saved.request,
                resumingAt: saved.position,
                with: saved.rows,
                sharing: lists.shared
            )
            subscriber.lists[saved.id] = LiveList(machine, id: saved.id, in: lists.shared)
            count(1)
        }
    }
}
