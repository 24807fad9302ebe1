// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A delivery that does not fit one notification, and the place in it that was reached.
///
/// It contains items of the commits in the log, which all subscriptions share, or one page of a
/// snapshot or of the history.
struct UnsentDelivery: Sendable {
    /// The state of a subscription before a delivery.
    struct Origin: Sendable {
        let position: Int64
        let reportedPosition: Int64
        let deliveredRevisions: [String: Int64]
    }

    /// The state before the delivery; nil if the items do not belong to the log.
    let origin: Origin?
    private let delivery: SubscriptionStateMachine.Delivery
    private var unsent: ArraySlice<EncodedItem>

    init(_ delivery: SubscriptionStateMachine.Delivery, origin: Origin?) {
        self.delivery = delivery
        self.origin = origin
        unsent = delivery.items
    }

    /// Whether everything was sent.
    var isSent: Bool { unsent.isEmpty }

    /// The items that were sent.
    var sentItems: ArraySlice<EncodedItem> { delivery.items[..<unsent.startIndex] }

    /// The size of the encoded items that were not sent, in bytes.
    var byteCount: Int { unsent.reduce(0) { $0 + $1.json.count } }

    /// The size of all items without their encoded form, in bytes.
    var itemsByteCount: Int { delivery.items.count * MemoryLayout<EncodedItem>.stride }

    /// Removes and returns the next notification.
    mutating func next() -> SubscriptionStateMachine.Delivery {
        var next = delivery
        next.items = unsent.prefix(ChangeLines.fittingCount(unsent))
        unsent = unsent[next.items.endIndex...]
        next.isEnd = delivery.isEnd && isSent
        return next
    }
}
