// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters of one method, and the type of what it returns.
package protocol MethodCall: JSONConvertible, Equatable {
    /// What the method returns.
    associatedtype Reply: JSONConvertible & Equatable
    /// Which method it is.
    static var method: MethodName { get }
    /// Whether a client may send the call again when it lost the connection before the reply.
    var isIdempotent: Bool { get }
}

extension MethodCall {
    package var isIdempotent: Bool { Self.method.traits.isIdempotent }
}
