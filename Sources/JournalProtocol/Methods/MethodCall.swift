// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters of a method, associated with the type of its reply.
package protocol MethodCall: ProtocolObject, Equatable {
    /// The type of the reply.
    associatedtype Reply: ProtocolObject & Equatable
    /// The name of the method.
    static var method: MethodName { get }
    /// Whether a client may repeat the call after the connection was lost before the reply.
    var isIdempotent: Bool { get }
}

extension MethodCall {
    package var isIdempotent: Bool { Self.method.traits.isIdempotent }
}

/// The parameters or the reply of a method that has none.
package struct Empty: ProtocolObject, Equatable {
    /// Creates the only value.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
