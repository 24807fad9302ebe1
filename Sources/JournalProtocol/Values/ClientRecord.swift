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

extension ClientRecord: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        number = try fields.required("number", \.number)
        pid = try fields.optional("pid", \.pid)
        name = try fields.optional("name", \.name)
        version = try fields.optional("version", \.version)
        connectedAt = try fields.required("connectedAt", \.connectedAt)
        framing = try fields.sent("framing", \.framing, ifAbsent: .lines)
        requests = try fields.sent("requests", \.requests, ifAbsent: 0)
        subscriptions = try fields.sent("subscriptions", \.subscriptions, ifAbsent: [])
        lists = try fields.sent("lists", \.lists, ifAbsent: [])
        unsentBytes = try fields.sent("unsent", \.unsentBytes, ifAbsent: 0)
        receivedBytes = try fields.sent("received", \.receivedBytes, ifAbsent: 0)
        isPaused = try fields.optional("paused", \.isPaused, default: false)
        isCaller = try fields.optional("self", \.isCaller, default: false)
        truncated = try fields.optional("truncated", \.truncated, default: false)
    }
}
