// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A message from the daemon that answers nothing.
package struct ServerNotification: Sendable, Equatable {
    /// Which notification.
    package var method: String
    /// Its content, an object.
    package var params: JSON

    /// Makes a notification of whatever name.
    package init(method: String, params: JSON) {
        self.method = method
        self.params = params
    }

    /// The line without its newline.
    package var line: [UInt8] {
        JSON.object(["jsonrpc": "2.0", "method": .string(method), "params": params]).serialized()
    }
}

/// One of the notifications this version knows.
package protocol NotificationContent: JSONConvertible, Equatable {
    /// The wire name.
    static var method: String { get }
}

extension NotificationContent {
    /// The notification that carries this content.
    package var notification: ServerNotification {
        ServerNotification(method: Self.method, params: json)
    }
}
