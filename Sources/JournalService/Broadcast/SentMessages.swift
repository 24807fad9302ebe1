// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The last notifications of changes, kept so that connections share their bytes.
///
/// Subscriptions with the same name and filter get the same notifications of a commit. If a
/// delivery needs several notifications, each connection gets as many as its socket accepts.
struct SentMessages {
    /// A notification.
    ///
    /// This is a class because it is looked up for each subscription.
    private final class Sent {
        let lines: ChangeLines
        let delivery: SubscriptionStateMachine.Delivery
        let framing: Framing
        let message: ByteBuffer

        init(
            _ lines: ChangeLines,
            delivery: SubscriptionStateMachine.Delivery,
            framing: Framing,
            message: ByteBuffer
        ) {
            self.lines = lines
            self.delivery = delivery
            self.framing = framing
            self.message = message
        }
    }

    /// The maximum number of notifications: more than the buffer of a socket accepts at once.
    private static let capacity = 8

    private var last: Sent?
    private var earlier: CircularBuffer<Sent> = []

    /// Returns the notification of a delivery, which is encoded unless it was sent before.
    mutating func message(
        of delivery: SubscriptionStateMachine.Delivery,
        lines: ChangeLines,
        framing: Framing
    ) -> ByteBuffer {
        func isSame(_ sent: Sent) -> Bool {
            framing == sent.framing && lines == sent.lines && delivery == sent.delivery
        }
        // Most commits are one notification.
        if let last, isSame(last) { return last.message }
        if let sent = earlier.first(where: isSame) { return sent.message }
        let line = lines.line(delivery.items, isEnd: delivery.isEnd)
        let message = ByteBuffer(line, framing)
        if let last { earlier.append(last) }
        if earlier.count >= Self.capacity { earlier.removeFirst() }
        last = Sent(lines, delivery: delivery, framing: framing, message: message)
        return message
    }

    /// Releases the notifications of earlier commits.
    mutating func removeAll() {
        last = nil
        earlier = []
    }
}
