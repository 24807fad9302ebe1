// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// A delivery that was sent as one message, whose bytes other connections share.
///
/// This is a class because it is looked up for each subscription.
final class SentDelivery {
    private let lines: ChangeLines
    private let items: [EncodedItem]
    private let framing: Framing
    let message: ByteBuffer

    init(
        _ lines: ChangeLines,
        _ items: [EncodedItem],
        _ framing: Framing,
        _ message: ByteBuffer
    ) {
        self.lines = lines
        self.items = items
        self.framing = framing
        self.message = message
    }

    /// Returns whether another delivery has the same message.
    func isSame(
        as delivery: SubscriptionStateMachine.Delivery,
        _ lines: ChangeLines,
        _ framing: Framing
    ) -> Bool {
        delivery.isEnd && framing == self.framing && lines == self.lines
            && delivery.items == items
    }
}
