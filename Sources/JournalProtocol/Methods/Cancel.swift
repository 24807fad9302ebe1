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
