// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notification that the daemon ended a subscription.
package struct End: NotificationContent {
    package static let method = "end"
    /// The reason of the end of a live list that could not be read.
    package static let failed = "failed"
    /// The reason of the end during a shutdown of the daemon.
    package static let shutdown = "shutdown"
    /// The reason of the end for a client that accepted no notification for too long.
    package static let stalled = "stalled"
    /// The reason of the end for a client that used too much memory.
    package static let memory = "memory"

    /// The id of the subscription or the live list.
    package var subscription: RequestID
    /// The reason: `shutdown`, `failed`, `stalled`, `memory`, or a value introduced by a later
    /// version.
    package var reason: String

    /// Creates a notification.
    package init(subscription: RequestID, reason: String) {
        self.subscription = subscription
        self.reason = reason
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        subscription = try fields.required("sub", \.subscription)
        reason = try fields.required("reason", \.reason)
    }
}
