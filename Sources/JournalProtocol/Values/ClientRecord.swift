// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An open connection as represented in the protocol.
package struct ClientRecord: Sendable, Equatable {
    /// The number of the connection, which no other connection of the daemon's process has.
    package var number: Int
    /// The process that opened the connection; nil if the system does not report it.
    package var pid: Int?
    /// The name that the client sent with `hello`.
    package var name: String?
    /// The version that the client sent with `hello`.
    package var version: String?
    /// The time since which the connection is open.
    package var connectedAt: Timestamp
    /// The form of the messages.
    package var framing: Framing
    /// The number of unanswered requests.
    package var requests: Int
    /// The ids of the subscriptions.
    package var subscriptions: [RequestID]
    /// The ids of the live lists.
    package var lists: [RequestID]
    /// The number of bytes that wait to be sent to the client.
    package var unsentBytes: Int
    /// The number of bytes of requests that are incomplete or unanswered.
    package var receivedBytes: Int
    /// Whether the daemon does not read from the connection, because the memory is used up.
    package var isPaused: Bool
    /// Whether this is the connection of the request.
    package var isCaller: Bool
    /// Whether the ids of the subscriptions and lists were omitted because of their size.
    package var truncated = false

    /// Creates a record.
    package init(
        number: Int,
        pid: Int?,
        name: String? = nil,
        version: String? = nil,
        connectedAt: Timestamp,
        framing: Framing = .lines,
        requests: Int = 0,
        subscriptions: [RequestID] = [],
        lists: [RequestID] = [],
        unsentBytes: Int = 0,
        receivedBytes: Int = 0,
        isPaused: Bool = false,
        isCaller: Bool = false
    ) {
        self.number = number
        self.pid = pid
        self.name = name
        self.version = version
        self.connectedAt = connectedAt
        self.framing = framing
        self.requests = requests
        self.subscriptions = subscriptions
        self.lists = lists
        self.unsentBytes = unsentBytes
        self.receivedBytes = receivedBytes
        self.isPaused = isPaused
        self.isCaller = isCaller
    }
}

extension ClientRecord: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        number = try fields.required("number")
        pid = try fields.optional("pid")
        name = try fields.optional("name")
        version = try fields.optional("version")
        connectedAt = try fields.required("connectedAt")
        framing = try fields.optional("framing") ?? .lines
        requests = try fields.optional("requests") ?? 0
        subscriptions = try fields.array("subscriptions") ?? []
        lists = try fields.array("lists") ?? []
        unsentBytes = try fields.optional("unsent") ?? 0
        receivedBytes = try fields.optional("received") ?? 0
        isPaused = try fields.optional("paused") ?? false
        isCaller = try fields.optional("self") ?? false
        truncated = try fields.optional("truncated") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("number", number)
        object.append("pid", pid)
        object.append("name", name)
        object.append("version", version)
        object.append("connectedAt", connectedAt)
        object.append("framing", framing)
        object.append("requests", requests)
        object.append("subscriptions", each: subscriptions)
        object.append("lists", each: lists)
        object.append("unsent", unsentBytes)
        object.append("received", receivedBytes)
        object.append("paused", isPaused ? true : nil)
        object.append("self", isCaller ? true : nil)
        object.append("truncated", truncated ? true : nil)
        return .object(object)
    }
}
