// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Shuts the daemon down once requests in progress are done; socket activation may restart it.
package struct Shutdown: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.shutdown

    /// Creates a shutdown request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
