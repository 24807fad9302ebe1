// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A message from the daemon that is not a response to a request.
package struct ServerNotification: Sendable, Equatable {
    /// The wire name of the notification.
    package var method: String
    /// The content of the notification, a JSON object.
    package var params: JSON

    /// Creates a notification of any name, including one unknown to this version.
    package init(method: String, params: JSON) {
        self.method = method
        self.params = params
    }

    /// The notification serialized as one line, without the newline.
    package var line: [UInt8] {
        JSON.object(["jsonrpc": "2.0", "method": .string(method), "params": params]).serialized()
    }
}

extension ServerNotification {
    /// Encodes a notification as a line.
    ///
    /// - Parameters:
    ///   - method: The wire name, which contains no character that JSON escapes.
    ///   - capacity: A number of bytes that is allocated at once.
    ///   - content: Appends the members of the content.
    /// - Returns: The line without the newline.
    static func line(
        _ method: String,
        capacity: Int,
        content: (inout JSONObjectText) -> Void
    ) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(capacity)
        line += #"{"jsonrpc":"2.0","method":""#.utf8
        line += method.utf8
        line += #"","params":"#.utf8
        var members = JSONObjectText(continuing: &line)
        content(&members)
        members.finish(&line)
        line.append(UInt8(ascii: "}"))
        return line
    }
}

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
