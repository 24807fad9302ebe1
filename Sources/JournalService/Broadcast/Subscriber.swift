// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData
internal import Synchronization

/// A connection with its subscriptions and its pending flushes.
final class Subscriber {
    let connection: ConnectionHandler
    // Without the run-time checks of overlapping accesses, which each delivery would pay for.
    /// The subscriptions by the ids of the requests that created them.
    @exclusivity(unchecked) var subscriptions: [RequestID: LiveSubscription] = [:]
    /// The live lists by the ids of the requests that opened them.
    @exclusivity(unchecked) var lists: [RequestID: LiveList] = [:]
    @exclusivity(unchecked) var flushes = PendingFlushes()
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
