// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension SubscriptionStateMachine {
    /// An instruction to the broadcaster.
    enum Action: Sendable, Equatable {
        /// Do nothing until the next event.
        case wait
        /// Send changes.
        case send(Delivery)
        /// Send a reset, on which the subscriber discards its state up to a commit.
        case reset(from: Int64, to: Int64, Reset.Reason)
        /// Read the commits after a position, and report them to `historyRead(_:)`.
        case readHistory(after: Int64)
        /// Read the rest of the changes after a position, and report them to `historyRead(_:)`.
        case continueHistory(after: Int64, at: HistoryReplay.Place)
        /// Read a page of the snapshot, and report it to `snapshotRead(_:)`.
        case readSnapshot(from: SnapshotPage.Position)
        /// Compare the words of the filter with the entries of commits, and report the changes to
        /// `matched(_:upTo:)`.
        case match(after: Int64, upTo: Int64)
        /// Call `progressDelayElapsed()` after a delay.
        case scheduleProgress(after: Duration)
        /// Call `retryElapsed()` after a delay.
        case retry(after: Duration)
    }

    /// The position of a subscription that another process continues.
    struct Position: Sendable, Equatable {
        /// The last commit up to which everything was sent.
        var settled: Int64
        /// The last position that the subscriber received.
        var reported: Int64
        /// Whether the snapshot is incomplete.
        var isInSnapshot = false
        /// The revisions of items that were sent in a newer state, by id.
        var delivered: [String: Int64] = [:]
        /// Whether the subscriber may have states that the subscription did not send.
        var mayHaveOtherStates = false
        /// Whether the last notification was not the end of its commits.
        var isOpen = false
        /// The place up to which the changes after `settled` were sent from the history.
        var place: HistoryReplay.Place?
    }

    /// Changes between two positions.
    struct Delivery: Sendable, Equatable {
        var items: ArraySlice<EncodedItem>
        var from: Int64
        var to: Int64
        /// Whether this is the last delivery between these positions.
        var isEnd = true

        init(items: [EncodedItem], from: Int64, to: Int64, isEnd: Bool = true) {
            self.items = items[...]
            self.from = from
            self.to = to
            self.isEnd = isEnd
        }
    }
}

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
