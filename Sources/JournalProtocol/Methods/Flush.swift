// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Waits until all changes so far have been sent to the subscriptions of the connection.
package struct Flush: MethodCall {
    package static let method = MethodName.flush

    /// Creates a flush request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The reply, sent after the changes.
    package struct Reply: ProtocolObject, Equatable {
        /// The position in the history up to which changes have been sent.
        package var cursor: Cursor

        /// Creates a reply.
        package init(cursor: Cursor) { self.cursor = cursor }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
