// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Waits until every change up to now is on the wire to this connection's subscriptions.
package struct Flush: MethodCall {
    package static let method = MethodName.flush

    /// Asks for it.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// What the subscriptions have been told.
    package struct Reply: JSONConvertible, Equatable {
        /// The place up to which everything was sent before this reply.
        package var cursor: Cursor

        /// Answers with a place.
        package init(cursor: Cursor) { self.cursor = cursor }

        package init(json: JSON) throws(InvalidParams) {
            cursor = try JSONFields(json).required("cursor")
        }

        package var json: JSON { ["cursor": cursor.json] }
    }
}

/// Asks to give a request up; that request is still answered, with the kind `cancelled`.
///
/// Usually sent without an id. A request that was answered already is left alone.
package struct Cancel: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.cancel

    /// The id of the request to give up.
    package var id: RequestID

    /// Names a request.
    package init(id: RequestID) { self.id = id }

    package init(json: JSON) throws(InvalidParams) {
        id = try JSONFields(json).required("id")
    }

    package var json: JSON { ["id": id.json] }
}

/// Ends the daemon after what is under way; a socket that systemd holds starts it again.
package struct Shutdown: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.shutdown

    /// Asks for it.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }
}
