// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notification that history needed by a subscription is gone: the client must read its data
/// again.
package struct Reset: NotificationContent {
    package static let method = "reset"

    /// The id of the subscription.
    package var subscription: RequestID
    /// The position up to which all changes were sent.
    package var from: Cursor
    /// The position after which changes continue.
    package var to: Cursor

    /// Creates a notification.
    package init(subscription: RequestID, from: Cursor, to: Cursor) {
        self.subscription = subscription
        self.from = from
        self.to = to
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        subscription = try fields.required("sub")
        from = try fields.required("from")
        to = try fields.required("to")
    }

    package var json: JSON {
        ["sub": subscription.json, "from": from.json, "to": to.json]
    }
}
