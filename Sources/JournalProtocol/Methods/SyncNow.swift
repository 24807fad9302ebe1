// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Exchanges changes with the hub, and returns when both have everything.
package struct SyncNow: MethodCall {
    package static let method = MethodName.syncNow
    /// The number of seconds after which the call fails, unless it says otherwise.
    package static let defaultTimeout = 60
    /// The maximum number of seconds.
    package static let maximumTimeout = 3600

    /// The number of seconds after which the call fails.
    package var timeout: Int

    /// Creates a request.
    package init(timeout: Int = Self.defaultTimeout) { self.timeout = timeout }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        timeout = try fields.optional(
            "timeout",
            \.timeout,
            default: Self.defaultTimeout,
            as: .integer(in: 1...Self.maximumTimeout)
        )
    }

    /// The result of an exchange.
    package struct Reply: ProtocolObject, Equatable {
        /// The number of changes that were sent.
        package var sent: Int
        /// The number of changes that were received.
        package var received: Int
        /// The time of the exchange.
        package var asOf: Timestamp

        /// Creates a reply.
        package init(sent: Int, received: Int, asOf: Timestamp) {
            self.sent = sent
            self.received = received
            self.asOf = asOf
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            sent = try fields.required("sent", \.sent)
            received = try fields.required("received", \.received)
            asOf = try fields.required("asOf", \.asOf)
        }
    }
}

/// Stops exchanging changes until `sync.resume`.
package struct SyncPause: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.syncPause

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}

/// Exchanges changes again.
package struct SyncResume: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.syncResume

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}

/// Returns the state of the synchronization.
package struct SyncStatusCall: MethodCall {
    package typealias Reply = SyncState
    package static let method = MethodName.syncStatus

    /// Whether the connection receives the state when it changes; nil if that stays as it is.
    package var follow: Bool?

    /// Creates a request.
    package init(follow: Bool? = nil) { self.follow = follow }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        follow = try fields.optional("follow", \.follow)
    }
}
