// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore
internal import SwiftData
internal import Synchronization

/// A connection with its subscriptions and its pending flushes.
final class Subscriber {
    let connection: ConnectionHandler
    /// The subscriptions by the ids of the requests that created them.
    var subscriptions: [RequestID: LiveSubscription] = [:]
    /// The live lists by the ids of the requests that opened them.
    var lists: [RequestID: LiveList] = [:]
    var flushes = PendingFlushes()
    /// Whether nothing more is sent, because another process continues the connection.
    var isSuspended = false
    /// Whether the broadcaster continues the subscriptions and lists in a later turn.
    var isPostponed = false
    /// Interrupts the reads of the connection when it is closed.
    let cancellation = ReadInterruption()

    init(_ connection: ConnectionHandler) { self.connection = connection }
}

/// The number of subscriptions.
///
/// The writer collects the details of commits only while there are any.
final class SubscriptionCount: Sendable {
    private let atomic = Atomic<Int>(0)

    var value: Int { atomic.load(ordering: .relaxed) }

    func add(_ difference: Int) { atomic.add(difference, ordering: .relaxed) }
}

/// The flush requests of a connection that are not answered yet.
struct PendingFlushes {
    /// A request and the commit that all subscriptions must reach first.
    struct Flush: Equatable {
        let token: RequestToken
        let position: Int64
    }

    private var flushes: [Flush] = []

    /// Whether no request is pending.
    var isEmpty: Bool { flushes.isEmpty }

    /// Adds a request.
    mutating func append(_ token: RequestToken, at position: Int64) {
        flushes.append(Flush(token: token, position: position))
    }

    /// Removes a request; false if it is not pending.
    mutating func remove(_ token: RequestToken) -> Bool {
        let count = flushes.count
        flushes.removeAll { $0.token == token }
        return flushes.count < count
    }

    /// Removes and returns the requests up to a position.
    mutating func take(upTo position: Int64) -> [Flush] {
        let done = flushes.filter { $0.position <= position }
        flushes.removeAll { $0.position <= position }
        return done
    }
}

/// The turns in which the broadcaster continues connections, and the connections that wait for the
/// next one.
struct BroadcastTurns {
    /// The time between two turns, in which the event loop reads the sockets that are ready.
    static let pause = TimeAmount.milliseconds(1)

    /// The time after which the rest of the connections is postponed.
    let length: TimeAmount
    private var postponed: CircularBuffer<Subscriber> = []

    init(length: TimeAmount) { self.length = length }

    /// Whether no connection waits for the next turn.
    var isEmpty: Bool { postponed.isEmpty }

    /// The end of a turn that begins now.
    var end: NIODeadline { .now() + length }

    /// Adds a connection to the next turn; returns whether the turn must be scheduled.
    mutating func postpone(_ subscriber: Subscriber) -> Bool {
        guard !subscriber.isPostponed else { return false }
        subscriber.isPostponed = true
        postponed.append(subscriber)
        return postponed.count == 1
    }

    /// Removes and returns the connections that waited.
    mutating func takePostponed() -> CircularBuffer<Subscriber> {
        for subscriber in postponed { subscriber.isPostponed = false }
        defer { postponed = [] }
        return postponed
    }
}
