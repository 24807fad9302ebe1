// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Logging
internal import NIOCore
internal import SwiftData

/// Sends commits to the subscriptions of connections.
///
/// Runs on the event loop, for limited times: the commits of a long write keep many live lists busy
/// for longer than the writer, and other connections must be read in the meantime.
final class Broadcaster {
    /// The number of connections after which the time is compared; one that needs long compares it.
    private static let checkedCount = 16

    private let epoch: String
    let readers: ReaderPool
    private let observers: SubscriptionCount
    private let logger: Logger
    let loop: any EventLoop
    private(set) var log: CommitLog
    private(set) var subscribers: [Int: Subscriber] = [:]
    /// The shared parts of live lists.
    var lists: OpenLists
    /// The memory that only one subscription keeps each.
    let held = MemoryCounter()
    /// Called when the memory that subscriptions and live lists hold may have changed.
    var memoryChanged: (Int) -> Void = { _ in }
    private var turns: BroadcastTurns
    /// The turns in which the results of reads are handled.
    let results: LoopTurns

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
        turns = BroadcastTurns(length: turn)
        results = LoopTurns(length: turn, loop: loop)
        lists = OpenLists(byteLimit: memoryLimit / 2)
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
    }

    /// The memory that subscriptions and live lists hold.
    var memory: ObservationMemory {
        ObservationMemory(
            lists: lists.shared.counter.value,
            subscriptions: held.value,
            log: log.byteCount
        )
    }

    /// Reports the memory, and ends the largest lists if they use too much.
    func reviewMemory() {
        memoryChanged(memory.total)
        guard lists.exceedLimit else { return }
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
        log.append(commits, upTo: head)
    }

    /// Logs the failure of a read that no client requested.
    func log(failure error: ProtocolError) {
        logger.error("cannot read changes for a subscription", metadata: ["error": "\(error)"])
    }
}

// MARK: - Subscribers

extension Broadcaster {
    /// Returns the subscriptions of a connection.
    func subscriber(of connection: ConnectionHandler) -> Subscriber {
        if let known = subscribers[connection.number] { return known }
        let subscriber = Subscriber(connection)
        subscribers[connection.number] = subscriber
        return subscriber
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
}

// MARK: - Broadcasting

extension Broadcaster {
    /// Sends new commits to the subscriptions of all writable connections.
    func broadcast() {
        for open in lists.takeOpenings() { results.perform { open(self) } }
        let subscribers = Array(subscribers.values)
        // Those that were postponed come first.
        guard turns.isEmpty else { return subscribers.forEach(postpone) }
        sendInTurns(to: subscribers)
    }

    /// Continues the subscriptions of a connection that is writable again.
    func becameWritable(_ connection: ConnectionHandler) {
        if let subscriber = subscribers[connection.number] { sendPending(to: subscriber) }
    }

    /// Sends the pending changes of the subscriptions and lists of a connection while it is
    /// writable.
    func sendPending(to subscriber: Subscriber) {
        if !sendPending(to: subscriber, until: turns.end) { postpone(subscriber) }
        reviewMemory()
    }

    /// Continues connections, at least the first one, and postpones the rest after a time.
    private func sendInTurns(to subscribers: some Sequence<Subscriber>) {
        let deadline = turns.end
        var isOver = false
        var unfinished: [Subscriber] = []
        for (index, subscriber) in subscribers.enumerated() {
            if isOver {
                postpone(subscriber)
            } else if !sendPending(to: subscriber, until: deadline) {
                unfinished.append(subscriber)
                isOver = true
            } else if (index + 1).isMultiple(of: Self.checkedCount) {
                isOver = NIODeadline.now() >= deadline
            }
        }
        unfinished.forEach(postpone)
        reviewMemory()
    }

    /// Sends pending changes until a time; false if some may be missing.
    private func sendPending(to subscriber: Subscriber, until deadline: NIODeadline) -> Bool {
        let subscriptionsAreDone =
            performAll(LiveSubscription.self, of: subscriber, until: deadline)
        let listsAreDone = performAll(LiveList.self, of: subscriber, until: deadline)
        answerFlushes(of: subscriber)
        subscriber.connection.flush()
        return subscriptionsAreDone && listsAreDone
    }

    /// Continues a connection in the next turn.
    private func postpone(_ subscriber: Subscriber) {
        guard turns.postpone(subscriber) else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: BroadcastTurns.pause) {
            let broadcaster = bound.value
            broadcaster.sendInTurns(to: broadcaster.turns.takePostponed())
        }
    }
}
