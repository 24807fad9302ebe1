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
    /// The reason.
    package var reason: Reason

    /// The reasons of resets.
    package enum Reason: String, Sendable, CaseIterable, FieldValue {
        /// The history no longer reaches back to the position.
        case history
        /// A notebook or a tag was renamed that entries of the subscription can have or that the
        /// filter names, or another one took its name.
        case renamed
        /// The history could not be read.
        case failed
    }

    /// Creates a notification.
    package init(subscription: RequestID, from: Cursor, to: Cursor, reason: Reason) {
        self.subscription = subscription
        self.from = from
        self.to = to
        self.reason = reason
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        subscription = try fields.required("sub", \.subscription)
        from = try fields.required("from", \.from)
        to = try fields.required("to", \.to)
        reason = try fields.required("reason", \.reason)
    }
}
