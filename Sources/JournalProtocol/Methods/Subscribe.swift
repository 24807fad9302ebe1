// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Asks for changes as they are committed; the request's id names the subscription.
package struct Subscribe: MethodCall {
    package static let method = MethodName.subscribe

    /// Which entries; changes of notebooks and tags come when the filter is empty.
    package var filter: Filter
    /// The place after which changes are wanted; from now on when absent.
    package var since: Cursor?
    /// How much of each entry; what is too long for a notification comes as ids.
    package var include: Include
    /// Whether everything that matches now is sent first.
    package var snapshot: Bool

    /// Asks for changes.
    package init(
        filter: Filter = Filter(),
        since: Cursor? = nil,
        include: Include = .ids,
        snapshot: Bool = false
    ) {
        self.filter = filter
        self.since = since
        self.include = include
        self.snapshot = snapshot
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        filter = try fields.optional("filter") ?? Filter()
        since = try fields.optional("since")
        include = try fields.optional("include") ?? .ids
        snapshot = try fields.optional("snapshot") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("filter", filter.isEmpty ? nil : filter)
        object.append("since", since)
        object.append("include", include == .ids ? nil : include)
        object.append("snapshot", snapshot ? true : nil)
        return .object(object)
    }

    /// What comes first.
    package enum Mode: String, Sendable, CaseIterable, JSONConvertible {
        /// Changes after `cursor`, and nothing was missed.
        case delta
        /// Everything that matches, then changes.
        case snapshot
        /// History no longer reaches back to `since`: read again, then changes after `cursor`.
        case reset
    }

    /// The acknowledgement; it is on the wire before the first change.
    package struct Reply: JSONConvertible, Equatable {
        /// The name of the subscription: the id of the request.
        package var subscription: RequestID
        /// Where the subscription begins.
        package var cursor: Cursor
        /// What comes first.
        package var mode: Mode

        /// Acknowledges a subscription.
        package init(subscription: RequestID, cursor: Cursor, mode: Mode) {
            self.subscription = subscription
            self.cursor = cursor
            self.mode = mode
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            subscription = try fields.required("sub")
            cursor = try fields.required("cursor")
            mode = try fields.required("mode")
        }

        package var json: JSON {
            ["sub": subscription.json, "cursor": cursor.json, "mode": mode.json]
        }
    }
}

/// Ends a subscription; after the reply nothing more of it comes.
package struct Unsubscribe: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.unsubscribe

    /// The name of the subscription.
    package var subscription: RequestID

    /// Names a subscription.
    package init(subscription: RequestID) { self.subscription = subscription }

    package init(json: JSON) throws(InvalidParams) {
        subscription = try JSONFields(json).required("sub")
    }

    package var json: JSON { ["sub": subscription.json] }
}
