// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Closes the store of the daemon, which opens it again when no other program reserves it.
package struct StoreRelease: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.storeRelease

    /// The passphrase with which the daemon unlocks the store if it is encrypted afterwards.
    package var passphrase: Secret?

    /// Creates a request.
    package init(passphrase: String? = nil) { self.passphrase = passphrase.map { Secret($0) } }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        passphrase = try fields.optional(Secret.memberName, \.passphrase)
    }
}
