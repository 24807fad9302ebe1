// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The requests of connections that concern subscriptions.
extension Broadcaster {
    /// Returns the error for a connection that cannot have a further subscription or list, or nil.
    func rejection(of id: RequestID, on connection: ConnectionHandler) -> ProtocolError? {
        guard let subscriber = subscribers[connection.number] else { return nil }
        if subscriber.subscriptions[id] != nil || subscriber.lists[id] != nil {
            return ProtocolError(
                .requestDuplicateID,
                "a subscription or list with the id \(id.json) already exists"
            )
        }
        guard subscriber.subscriptions.count + subscriber.lists.count < Limits.subscriptions else {
            return ProtocolError(
                .limitSubscriptions,
                "too many subscriptions and lists; the limit of a connection is "
                    + "\(Limits.subscriptions)",
                details: ["limit": Limits.subscriptions.json]
            )
        }
        return nil
    }

    /// Returns the error for a connection that cannot subscribe, or nil.
    func rejection(
        of request: Subscribe,
        id: RequestID,
        on connection: ConnectionHandler
    ) -> ProtocolError? {
        if let error = rejection(of: id, on: connection) { return error }
        guard let since = request.since else { return nil }
        guard since.epoch == cursor.epoch else {
            return ProtocolError(
                .cursorForeign,
                "the cursor belongs to another store",
                details: ["cursor": cursor.json]
            )
        }
        guard since.revision <= log.head else {
            return ProtocolError(.cursorInvalid, "the cursor is newer than this store")
        }
        return nil
    }

    /// Begins a subscription: sends the reply, then the snapshot or the changes after the start.
    func begin(
        _ start: SubscriptionStart,
        request: Subscribe,
        id: RequestID,
        token: RequestToken,
        on connection: ConnectionHandler
    ) {
        let reply = Subscribe.Reply(
            subscription: id,
            cursor: cursor(start.position),
            mode: start.mode
        )
        connection.finish(token, with: .success(reply.json))
        let machine = SubscriptionStateMachine(
            start.filter,
            position: start.position,
            startsWithSnapshot: start.mode == .snapshot,
            reportsProgress: request.progress
        )
        let subscriber = subscriber(of: connection)
        subscriber.subscriptions[id] = LiveSubscription(
            machine,
            id: id,
            request: request,
            in: held
        )
        count(1)
        sendPending(to: subscriber)
    }

    /// Ends a subscription.
    ///
    /// - Throws: `subscription.notFound`.
    func unsubscribe(_ id: RequestID, on connection: ConnectionHandler) throws(ProtocolError) {
        guard let subscriber = subscribers[connection.number],
            let subscription = subscriber.subscriptions.removeValue(forKey: id)
        else {
            throw ProtocolError(.subscriptionNotFound, "subscription \(id.json) does not exist")
        }
        subscription.end()
        count(-1)
        reviewMemory()
        answerFlushes(of: subscriber)
    }

    /// Replies to a flush once every earlier commit was sent to the subscriptions of its
    /// connection.
    ///
    /// The connection may have read commits up to the revision, which the log may not contain yet.
    func flush(
        _ token: RequestToken,
        on connection: ConnectionHandler,
        from revision: Int64
    ) {
        let subscriber = subscriber(of: connection)
        subscriber.flushes.append(token, at: max(log.head, revision))
        sendPending(to: subscriber)
    }

    /// Removes a pending flush; false if there is none.
    func cancelFlush(_ token: RequestToken, on connection: ConnectionHandler) -> Bool {
        subscribers[connection.number]?.flushes.remove(token) ?? false
    }

    /// Replies to the flushes up to the position that all subscriptions of the connection have
    /// reached.
    func answerFlushes(of subscriber: Subscriber) {
        guard !subscriber.flushes.isEmpty else { return }
        let positions =
            subscriber.subscriptions.values.map { $0.machine.settledPosition ?? -1 }
            + subscriber.lists.values.map { $0.machine.settledPosition ?? -1 }
        let flushes = subscriber.flushes.take(upTo: positions.min() ?? .max)
        guard !flushes.isEmpty else { return }
        for subscription in subscriber.subscriptions.values {
            let action = subscription.machine.reportProgress()
            subscription.perform(action, of: subscriber, by: self)
        }
        for flush in flushes {
            let reply = Flush.Reply(cursor: cursor(flush.position))
            subscriber.connection.finishAfterTurn(flush.token, with: .success(reply.json))
        }
    }
}
