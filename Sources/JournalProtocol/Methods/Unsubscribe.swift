// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
