// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

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
