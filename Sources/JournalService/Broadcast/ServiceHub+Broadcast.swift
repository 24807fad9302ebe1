// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import Logging
internal import NIOCore

// How subscriptions begin and go on. Everything here runs on the event loop but for the closures
// that readers run.

extension ServiceHub {
    /// How many commits one notification joins at most.
    private static let maximumJoinedCount = 256

    /// Begins a subscription: a reader looks its filter up, and how far history reaches back.
    func subscribe(
        _ request: Subscribe,
        _ ticket: Ticket,
        id: RequestID?,
        _ connection: ConnectionHandler
    ) {
        guard let id else {
            // Without a name nobody could be told anything.
            finish(connection, ticket, .success(Empty().json))
            return
        }
        if let error = refusal(request, id, connection) {
            finish(connection, ticket, .failure(error))
            return
        }
        let claim = claim(ticket, connection)
        let bound = (hub: bound, connection: NIOLoopBound(connection, eventLoop: loop))
        parts.readers.ask(
            facts,
            claim: claim,
            { desk in try SubscriptionStart.prepare(request, from: desk) },
            completion: { [loop] outcome in
                loop.execute {
                    let (hub, connection) = (bound.hub.value, bound.connection.value)
                    connection.claims[ticket] = nil
                    // Others may have begun meanwhile, and it may have been given up.
                    let refusal = hub.refusal(request, id, connection)
                    hub.begin(refusal.map { .failure($0) } ?? outcome, id, ticket, connection)
                }
            }
        )
    }

    private func refusal(
        _ request: Subscribe,
        _ id: RequestID,
        _ connection: ConnectionHandler
    ) -> ProtocolError? {
        if connection.subscriptions[id] != nil {
            return ProtocolError(.requestDuplicateID, "there is a subscription \(id.json) already")
        }
        guard connection.subscriptions.count < Limits.subscriptions else {
            return ProtocolError(
                .limitSubscriptions,
                "a connection may have \(Limits.subscriptions) subscriptions",
                details: ["limit": Limits.subscriptions.json]
            )
        }
        guard let since = request.since else { return nil }
        guard since.epoch == parts.epoch else {
            return ProtocolError(
                .cursorForeign,
                "the cursor is of another store",
                details: ["cursor": cursor(head).json]
            )
        }
        guard since.revision <= head else {
            return ProtocolError(.cursorInvalid, "the cursor is of the future")
        }
        return nil
    }

    private func begin(
        _ outcome: Result<SubscriptionStart, ProtocolError>,
        _ id: RequestID,
        _ ticket: Ticket,
        _ connection: ConnectionHandler
    ) {
        guard connections[connection.number] != nil, connection.isAwaited(ticket) else {
            connection.finish(ticket, .success(Empty().json))
            return
        }
        switch outcome {
        case .failure(let error):
            connection.finish(ticket, .failure(error))
            connection.flush()
        case .success(let start):
            let reply = Subscribe.Reply(
                subscription: id,
                cursor: cursor(start.position),
                mode: start.mode
            )
            connection.finish(ticket, .success(reply.json))
            var subscription = Subscription(
                number: ticket.number,
                id: id,
                interest: start.interest,
                position: start.position
            )
            if start.mode == .snapshot { subscription.snapshot = .beginning }
            add(subscription, to: connection)
            advance(connection)
        }
    }

    /// Tells a connection's subscriptions what they have not been told, as far as it takes output.
    func advance(_ connection: ConnectionHandler) {
        for id in Array(connection.subscriptions.keys) {
            while connection.isWritable, step(id, connection) { connection.flushWhenLong() }
        }
        answerFlushes(of: connection)
        connection.flush()
    }

    /// Goes on by some commits; false when there is nothing to do for now.
    private func step(_ id: RequestID, _ connection: ConnectionHandler) -> Bool {
        guard let subscription = connection.subscriptions[id], !subscription.isCatchingUp,
            !subscription.isSending
        else { return false }
        if let place = subscription.snapshot {
            tellSnapshot(of: subscription, from: place, connection)
            return false
        }
        guard subscription.position < head else { return false }
        guard
            let commits = log.commits(
                after: subscription.position,
                atMost: Self.maximumJoinedCount
            ),
            let last = commits.last
        else {
            catchUp(subscription, connection)
            return false
        }
        if let shift = commits.last(where: subscription.interest.isShifted) {
            reset(id, upTo: shift.revision, connection)
            return true
        }
        let items = subscription.interest.items(of: commits)
        deliver(items, upTo: last.revision, id, connection)
        return true
    }

    private func catchUp(_ subscription: Subscription, _ connection: ConnectionHandler) {
        connection.subscriptions[subscription.id]?.isCatchingUp = true
        let bound = (hub: bound, connection: NIOLoopBound(connection, eventLoop: loop))
        parts.readers.ask(
            facts,
            claim: connection.presence,
            { desk in
                try CatchUp.read(
                    after: subscription.position,
                    for: subscription.interest,
                    from: desk
                )
            },
            completion: { [loop] outcome in
                loop.execute {
                    bound.hub.value.caughtUp(outcome, subscription, bound.connection.value)
                }
            }
        )
    }

    private func caughtUp(
        _ outcome: Result<CatchUp, ProtocolError>,
        _ asked: Subscription,
        _ connection: ConnectionHandler
    ) {
        // It may have ended in the meantime, and another one may have its name.
        guard isThere(asked, connection) else { return }
        let id = asked.id
        switch outcome {
        case .success(.changes(let items, let position)):
            deliver(items, upTo: position, id, connection)
        case .success(.reset(let position)): reset(id, upTo: position, connection)
        case .failure(let error):
            readFailed(error, asked, connection)
            return
        }
        wentOn(id, connection)
    }

    /// Tells the next part of a snapshot.
    private func tellSnapshot(
        of subscription: Subscription,
        from place: SnapshotPiece.Place,
        _ connection: ConnectionHandler
    ) {
        connection.subscriptions[subscription.id]?.isCatchingUp = true
        let bound = (hub: bound, connection: NIOLoopBound(connection, eventLoop: loop))
        parts.readers.ask(
            facts,
            isLong: true,
            claim: connection.presence,
            { desk in
                try SnapshotPiece.read(from: place, for: subscription.interest, from: desk)
            },
            completion: { [loop] outcome in
                loop.execute {
                    bound.hub.value.readSnapshot(outcome, subscription, bound.connection.value)
                }
            }
        )
    }

    private func readSnapshot(
        _ outcome: Result<SnapshotPiece, ProtocolError>,
        _ asked: Subscription,
        _ connection: ConnectionHandler
    ) {
        guard isThere(asked, connection) else { return }
        switch outcome {
        case .success(let piece):
            let place = asked.position
            let isEnd = piece.next == nil
            send(piece.items, of: asked.id, from: place, to: place, isEnd: isEnd, connection)
            connection.subscriptions[asked.id]?.snapshot = piece.next
            connection.subscriptions[asked.id]?.showed(piece.items)
            wentOn(asked.id, connection)
        case .failure(let error): readFailed(error, asked, connection)
        }
    }

    private func wentOn(_ id: RequestID, _ connection: ConnectionHandler) {
        connection.subscriptions[id]?.isCatchingUp = false
        connection.subscriptions[id]?.failedReads = 0
        advance(connection)
    }

    private func readFailed(
        _ error: ProtocolError,
        _ asked: Subscription,
        _ connection: ConnectionHandler
    ) {
        parts.logger.error("a subscription cannot be served", metadata: ["error": "\(error)"])
        if let milliseconds = connection.subscriptions[asked.id]?.readFailed() {
            retry(asked, after: .milliseconds(milliseconds), connection)
            return
        }
        // Whoever is told so reads anew, and hears from that what is wrong with the store.
        reset(asked.id, upTo: head, connection)
        connection.subscriptions[asked.id]?.snapshot = nil
        wentOn(asked.id, connection)
    }

    private func retry(
        _ subscription: Subscription,
        after delay: TimeAmount,
        _ connection: ConnectionHandler
    ) {
        let bound = (hub: bound, connection: NIOLoopBound(connection, eventLoop: loop))
        loop.scheduleTask(in: delay) {
            let (hub, connection) = (bound.hub.value, bound.connection.value)
            guard hub.isThere(subscription, connection) else { return }
            connection.subscriptions[subscription.id]?.isCatchingUp = false
            hub.advance(connection)
        }
    }

    private func isThere(_ subscription: Subscription, _ connection: ConnectionHandler) -> Bool {
        connection.subscriptions[subscription.id]?.number == subscription.number
    }

    /// Says that what the subscriber knows is out of date, and goes on behind that.
    private func reset(_ id: RequestID, upTo position: Int64, _ connection: ConnectionHandler) {
        guard let subscription = connection.subscriptions[id] else { return }
        let reset = Reset(
            subscription: id,
            from: cursor(subscription.position),
            to: cursor(position)
        )
        connection.notify(line: reset.notification.line)
        connection.subscriptions[id]?.reached(position, showing: [])
    }

    /// Sends items and moves the subscription's position.
    private func deliver(
        _ items: [EncodedItem],
        upTo position: Int64,
        _ id: RequestID,
        _ connection: ConnectionHandler
    ) {
        guard let subscription = connection.subscriptions[id] else { return }
        let fresh = items.filter { subscription.isNews($0) }
        if !fresh.isEmpty {
            send(fresh, of: id, from: subscription.position, to: position, connection)
        }
        connection.subscriptions[id]?.reached(position, showing: fresh)
    }

    private func send(
        _ items: [EncodedItem],
        of id: RequestID,
        from: Int64,
        to: Int64,
        isEnd: Bool = true,
        _ connection: ConnectionHandler
    ) {
        let lines = ChangeLines(subscription: id, from: cursor(from), to: cursor(to))
        // A write can make the connection writable again, and then this subscription is asked to go
        // on although it has not reached its new position. It must not say anything twice.
        connection.subscriptions[id]?.isSending = true
        defer { connection.subscriptions[id]?.isSending = false }
        for line in lines.lines(items, isEnd: isEnd) { connection.notify(line: line) }
    }
}

extension Subscription {
    /// Whether an item says anything that was not sent in a newer state already.
    func isNews(_ item: EncodedItem) -> Bool {
        shownRevisions[item.id].map { $0 < item.revision } ?? true
    }

    /// Moves on; what was read from the store may already show commits that come later.
    mutating func reached(_ position: Int64, showing items: [EncodedItem]) {
        self.position = position
        if !shownRevisions.isEmpty {
            shownRevisions = shownRevisions.filter { $0.value > position }
        }
        showed(items)
    }

    /// Notes what was shown in a newer state than the one it was asked for.
    mutating func showed(_ items: [EncodedItem]) {
        for item in items where item.revision > position {
            shownRevisions[item.id] = item.revision
        }
    }
}
