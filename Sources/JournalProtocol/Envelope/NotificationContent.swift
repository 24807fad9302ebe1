// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The typed content of a notification that this version defines.
package protocol NotificationContent: ProtocolObject, Equatable {
    /// The wire name of the notification.
    static var method: String { get }
}

extension NotificationContent {
    /// The content wrapped in a notification.
    package var notification: ServerNotification {
        ServerNotification(method: Self.method, params: json)
    }
}
