// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Cancels a request of the same connection, which is then answered with the error `cancelled`.
///
/// It is usually sent as a notification. Requests that are already answered are not affected.
package struct Cancel: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.cancel

    /// The id of the request to cancel.
    package var id: RequestID

    /// Creates a cancellation of the request with the given id.
    package init(id: RequestID) { self.id = id }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
    }
}

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

/// Shuts the daemon down once requests in progress are done; socket activation may restart it.
package struct Shutdown: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.shutdown

    /// Creates a shutdown request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
