// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Logging
internal import NIOCore
internal import SwiftData

/// Sends commits to the subscriptions of connections.
///
/// Runs on the event loop, for limited times: many live lists need more time for the commits of a
/// long write than the writer for the next ones, and other connections would not be read meanwhile.
final class Broadcaster {
    /// The time after which postponed subscriptions are continued, so that the event loop reads the
    /// sockets that are ready before.
    private static let pause = TimeAmount.milliseconds(1)
    /// The number of connections after which the time is compared; one that needs long compares it.
    private static let checkedCount = 16

    private let epoch: String
    let readers: ReaderPool
    private let observers: SubscriptionCount
    private let logger: Logger
    let loop: any EventLoop
    // Without the run-time checks of overlapping accesses, which each delivery would pay for.
    @exclusivity(unchecked) private(set) var log: CommitLog
    private(set) var subscribers: [Int: Subscriber] = [:]
    @exclusivity(unchecked) private var sent = SentMessages()
    /// The rows of live lists.
    let lists = SharedLists()
    /// The memory of live lists, in bytes, beyond which the largest are ended.
    let listLimit: Int
    /// The memory that only one subscription keeps each.
    let held = MemoryCounter()
    /// Called when the memory that subscriptions and live lists hold may have changed.
    var memoryChanged: (Int) -> Void = { _ in }
    /// Opens lists whose rows were newer than the log.
    var openings: [(Broadcaster) -> Void] = []
    /// The connections whose subscriptions and lists are continued in the next turn.
    private var postponed: CircularBuffer<Subscriber> = []
    /// The time after which the rest of the subscriptions is postponed.
    private let turn: TimeAmount

    init(
        start: Cursor,
        readers: ReaderPool,
        count: SubscriptionCount,
        logger: Logger,
        loop: any EventLoop,
        turn: TimeAmount,
        memoryLimit: Int
    ) {
        epoch = start.epoch
        log = CommitLog(
            after: start.revision,
            byteCapacity: min(CommitLog.byteCapacity, memoryLimit / 4)
        )
        self.readers = readers
        observers = count
        self.logger = logger
        self.loop = loop
        self.turn = turn
        listLimit = memoryLimit / 2
    }

    /// The position of the last commit.
    var cursor: Cursor { cursor(log.head) }

    /// The number of subscriptions and live lists.
    var subscriptionCount: Int { observers.value }

    /// Adds to the number of subscriptions and live lists.
    func count(_ difference: Int) {
        observers.add(difference)
        guard observers.value == 0 else { return }
        log.removeAll()
        sent.removeAll()
    }

    /// The memory that subscriptions and live lists hold.
    var memory: ObservationMemory {
        ObservationMemory(
            lists: lists.counter.value,
            subscriptions: held.value,
            log: log.byteCount
        )
    }

    /// Reports the memory, and ends the largest lists if they use too much.
    func reviewMemory() {
        memoryChanged(memory.total)
        guard lists.counter.value > listLimit else { return }
        // Later, because a list may be sending.
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.execute { bound.value.endLargestLists() }
    }

    /// Returns the ids of the subscriptions of a connection.
    func subscriptionIDs(of connection: ConnectionHandler) -> [RequestID] {
        subscribers[connection.number].map { Array($0.subscriptions.keys) } ?? []
    }

    /// Returns the ids of the live lists of a connection.
    func listIDs(of connection: ConnectionHandler) -> [RequestID] {
        subscribers[connection.number].map { Array($0.lists.keys) } ?? []
    }

    /// Returns the memory that the subscriptions and lists of a connection hold.
    func heldByteCount(of connection: ConnectionHandler) -> Int {
        subscribers[connection.number]?.heldByteCount ?? 0
    }

    /// Returns the position after a commit.
    func cursor(_ revision: Int64) -> Cursor { Cursor(epoch: epoch, revision: revision) }

    /// Adds commits to the log; `broadcast()` sends them.
    func append(_ commits: [Commit], upTo head: Int64) {
        if head > log.head { sent.removeAll() }
        log.append(commits, upTo: head)
    }

    /// Sends new commits to all subscriptions whose connections are writable.
    func broadcast() {
        let openings = openings
        self.openings = []
        for open in openings { open(self) }
        let subscribers = Array(subscribers.values)
        // Those that were postponed come first.
        guard postponed.isEmpty else { return subscribers.forEach(postpone) }
        advance(subscribers)
    }

    /// Continues connections, at least the first one, and postpones the rest after a time.
    private func advance(_ subscribers: some Sequence<Subscriber>) {
        let deadline = NIODeadline.now() + turn
        var isOver = false
        var unfinished: [Subscriber] = []
        for (index, subscriber) in subscribers.enumerated() {
            if isOver {
                postpone(subscriber)
            } else if !advance(subscriber, until: deadline) {
                unfinished.append(subscriber)
                isOver = true
            } else if (index + 1).isMultiple(of: Self.checkedCount) {
                isOver = NIODeadline.now() >= deadline
            }
        }
        unfinished.forEach(postpone)
        reviewMemory()
    }

    /// Continues a connection in the next turn.
    private func postpone(_ subscriber: Subscriber) {
        guard !subscriber.isPostponed else { return }
        subscriber.isPostponed = true
        if postponed.isEmpty {
            let bound = NIOLoopBound(self, eventLoop: loop)
            loop.scheduleTask(in: Self.pause) { bound.value.continuePostponed() }
        }
        postponed.append(subscriber)
    }

    private func continuePostponed() {
        let subscribers = postponed
        postponed = []
        for subscriber in subscribers { subscriber.isPostponed = false }
        advance(subscribers)
    }

    /// Continues the subscriptions of a connection that is writable again.
    func becameWritable(_ connection: ConnectionHandler) {
        if let subscriber = subscribers[connection.number] { advance(subscriber) }
    }
}

// MARK: - Requests

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
        guard since.epoch == epoch else {
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
        subscriber.subscriptions[id] = LiveSubscription(machine, request: request, in: held)
        count(1)
        advance(subscriber)
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
    /// The revision is that of the last commit that the connection may have read, which may not be
    /// in the log yet.
    func flush(
        _ token: RequestToken,
        on connection: ConnectionHandler,
        from revision: Int64
    ) {
        let subscriber = subscriber(of: connection)
        subscriber.flushes.append(token, at: max(log.head, revision))
        advance(subscriber)
    }

    /// Removes a pending flush; false if there is none.
    func cancelFlush(_ token: RequestToken, on connection: ConnectionHandler) -> Bool {
        subscribers[connection.number]?.flushes.remove(token) ?? false
    }

    /// Ends all subscriptions and lists of a connection.
    func end(_ connection: ConnectionHandler, reason: String) {
        guard let subscriber = subscribers[connection.number] else { return }
        for id in Array(subscriber.subscriptions.keys) + Array(subscriber.lists.keys) {
            connection.notify(line: End(subscription: id, reason: reason).notification.line)
        }
        endAll(of: subscriber)
        answerFlushes(of: subscriber)
    }

    /// Removes the subscriptions of a closed connection.
    func closed(_ connection: ConnectionHandler) {
        guard let subscriber = subscribers.removeValue(forKey: connection.number) else { return }
        endAll(of: subscriber)
        subscriber.cancellation.request()
    }

    private func endAll(of subscriber: Subscriber) {
        count(-subscriber.subscriptions.count - subscriber.lists.count)
        for subscription in subscriber.subscriptions.values { subscription.end() }
        for list in subscriber.lists.values { list.end() }
        subscriber.subscriptions = [:]
        subscriber.lists = [:]
        reviewMemory()
    }

    /// Returns the subscriptions of a connection.
    func subscriber(of connection: ConnectionHandler) -> Subscriber {
        if let known = subscribers[connection.number] { return known }
        let subscriber = Subscriber(connection)
        subscribers[connection.number] = subscriber
        return subscriber
    }

    /// Replies to the flushes whose position all subscriptions of the connection have reached.
    func answerFlushes(of subscriber: Subscriber) {
        guard !subscriber.flushes.isEmpty else { return }
        let positions =
            subscriber.subscriptions.values.map { $0.machine.settledPosition ?? -1 }
            + subscriber.lists.values.map { $0.machine.settledPosition ?? -1 }
        let flushes = subscriber.flushes.take(upTo: positions.min() ?? .max)
        guard !flushes.isEmpty else { return }
        for (id, subscription) in subscriber.subscriptions {
            perform(
                subscription.machine.reportProgress(),
                subscription: subscription,
                id: id,
                of: subscriber
            )
        }
        for flush in flushes {
            let reply = Flush.Reply(cursor: cursor(flush.position))
            subscriber.connection.finishAfterTurn(flush.token, with: .success(reply.json))
        }
    }
}

// MARK: - Subscriptions

extension Broadcaster {
    /// Sends the pending changes of the subscriptions and lists of a connection while it is
    /// writable.
    func advance(_ subscriber: Subscriber) {
        if !advance(subscriber, until: NIODeadline.now() + turn) { postpone(subscriber) }
        reviewMemory()
    }

    /// Sends pending changes until a time; false if some may be missing.
    private func advance(_ subscriber: Subscriber, until deadline: NIODeadline) -> Bool {
        let subscriptionsAreDone = advance(LiveSubscription.self, of: subscriber, until: deadline)
        let listsAreDone = advance(LiveList.self, of: subscriber, until: deadline)
        answerFlushes(of: subscriber)
        subscriber.connection.flush()
        return subscriptionsAreDone && listsAreDone
    }

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
            let reset = Reset(
                subscription: id,
                from: cursor(from),
                to: cursor(to),
                reason: reason
            )
            subscriber.connection.notify(line: reset.notification.line)
        case .readHistory(let position):
            readHistory(
                after: position,
                at: nil,
                subscription: subscription,
                id: id,
                of: subscriber
            )
        case .continueHistory(let position, let place):
            readHistory(
                after: position,
                at: place,
                subscription: subscription,
                id: id,
                of: subscriber
            )
        case .readSnapshot(let page):
            let filter = subscription.machine.filter
            read(for: subscription, id: id, of: subscriber, isLong: true) { context in
                try context.models.readSnapshot(isSearched: filter.searchesTexts) {
                    try SnapshotPage.read(from: page, for: filter, in: context)
                }
            } event: { subscription, page in
                subscription.machine.snapshotRead(page)
            }
        case .match(let first, let last):
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

    private func readHistory(
        after position: Int64,
        at place: HistoryReplay.Place?,
        subscription: LiveSubscription,
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

    /// Logs the failure of a read that no client requested.
    func log(failure error: ProtocolError) {
        logger.error("cannot read changes for a subscription", metadata: ["error": "\(error)"])
    }
}
