// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notification of the changes between two positions in the history, for one subscription.
package struct Changes: NotificationContent {
    package static let method = "changes"

    /// The id of the subscription.
    package var subscription: RequestID
    /// The position before the changes.
    package var from: Cursor
    /// The position after the changes, which a client stores once it has handled all of them.
    package var to: Cursor
    /// The changes: one item per object, in the order of their last change.
    package var items: [ChangeItem]
    /// Whether the next notification continues the same range of commits.
    package var more: Bool

    /// Creates a notification.
    package init(
        subscription: RequestID,
        from: Cursor,
        to: Cursor,
        items: [ChangeItem],
        more: Bool = false
    ) {
        self.subscription = subscription
        self.from = from
        self.to = to
        self.items = items
        self.more = more
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        subscription = try fields.required("sub", \.subscription)
        from = try fields.required("from", \.from)
        to = try fields.required("to", \.to)
        items = try fields.sent("items", \.items, ifAbsent: [])
        more = try fields.optional("more", \.more, default: false)
    }
}

extension Changes {
    /// Returns the serialized notification without a newline, from items that are serialized
    /// already.
    ///
    /// Many subscriptions share the same serialized items; only the frame differs.
    package func line(items: [[UInt8]]) -> [UInt8] {
        let capacity = items.reduce(512) { $0 + $1.count + 1 }
        return ServerNotification.line(Self.method, capacity: capacity) { members in
            members.append("sub", subscription)
            members.append("from", from)
            members.append("to", to)
            members.append("items", items.map(JSON.encoded))
            members.append("more", more ? true : nil)
        }
    }
}
