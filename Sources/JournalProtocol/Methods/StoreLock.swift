// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Forgets the key of an encrypted journal: the daemon exits, and the next one has no key.
package struct StoreLock: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.storeLock

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
