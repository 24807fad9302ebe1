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
