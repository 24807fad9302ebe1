// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Subscribes to changes as they are committed; the id of the request identifies the subscription.
package struct Subscribe: MethodCall {
    package static let method = MethodName.subscribe

    /// The criteria that entries must match; an empty filter includes changes of notebooks and
    /// tags.
    package var filter: Filter
    /// A search query that entries must match, as in `entry.search`.
    package var query: String?
    /// The meaning of words and relative dates in the query.
    package var options: QueryOptions
    /// The position after which changes are sent, or nil for the current position.
    package var since: Cursor?
    /// The amount of detail per entry; entries too long for a notification are reduced to ids.
    package var include: Include
    /// Whether to send all matching entries before the changes.
    package var snapshot: Bool
    /// Whether to omit the changes that are made on the same connection.
    package var noEcho: Bool
    /// Whether to report positions after commits without a matching change.
    package var progress: Bool

    /// Creates a request for a subscription.
    package init(
        filter: Filter = Filter(),
        query: String? = nil,
        options: QueryOptions = QueryOptions(),
        since: Cursor? = nil,
        include: Include = .ids,
        snapshot: Bool = false,
        noEcho: Bool = false,
        progress: Bool = false
    ) {
        self.filter = filter
        self.query = query
        self.options = options
        self.since = since
        self.include = include
        self.snapshot = snapshot
        self.noEcho = noEcho
        self.progress = progress
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        filter = try fields.optional("filter", \.filter, default: Filter())
        query = try fields.optional("query", \.query)
        options = try fields.embedded(\.options)
        since = try fields.optional("since", \.since)
        include = try fields.optional("include", \.include, default: .ids)
        snapshot = try fields.optional("snapshot", \.snapshot, default: false)
        noEcho = try fields.optional("noEcho", \.noEcho, default: false)
        progress = try fields.optional("progress", \.progress, default: false)
    }

    /// The start of a subscription's notifications.
    package enum Mode: String, Sendable, CaseIterable, FieldValue {
        /// Changes after `cursor`, without a gap.
        case delta
        /// All matching entries, then changes.
        case snapshot
        /// Changes after `cursor`, with a gap before it, so that the client must read its data
        /// again.
        case reset
    }

    /// The acknowledgement, sent before the first notification.
    package struct Reply: ProtocolObject, Equatable {
        /// The id of the subscription, which is the id of the request.
        package var subscription: RequestID
        /// The position in the history at which the subscription starts.
        package var cursor: Cursor
        /// The start of the notifications.
        package var mode: Mode

        /// Creates an acknowledgement.
        package init(subscription: RequestID, cursor: Cursor, mode: Mode) {
            self.subscription = subscription
            self.cursor = cursor
            self.mode = mode
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            subscription = try fields.required("sub", \.subscription)
            cursor = try fields.required("cursor", \.cursor)
            mode = try fields.required("mode", \.mode)
        }
    }
}

/// Ends a subscription; no notification follows the reply.
package struct Unsubscribe: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.unsubscribe

    /// The id of the subscription.
    package var subscription: RequestID

    /// Creates a request that ends a subscription.
    package init(subscription: RequestID) { self.subscription = subscription }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        subscription = try fields.required("sub", \.subscription)
    }
}
