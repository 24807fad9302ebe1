// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Opens an encrypted journal with its passphrase.
package struct StoreUnlock: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.storeUnlock

    /// The passphrase.
    package var passphrase: Secret

    /// Creates a request with a passphrase.
    package init(passphrase: Secret) { self.passphrase = passphrase }

    /// Creates a request with a passphrase.
    package init(passphrase: String) { self.init(passphrase: Secret(passphrase)) }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        passphrase = try fields.required(Secret.passphrase, \.passphrase)
    }
}

/// Forgets the key of an encrypted journal: the daemon exits, and the next one has no key.
package struct StoreLock: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.storeLock

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}

/// Closes the store of the daemon, which opens it again when no other program reserves it.
package struct StoreRelease: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.storeRelease

    /// The passphrase with which the daemon unlocks the store if it is encrypted afterwards.
    package var passphrase: Secret?

    /// Creates a request.
    package init(passphrase: String? = nil) { self.passphrase = passphrase.map { Secret($0) } }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        passphrase = try fields.optional(Secret.passphrase, \.passphrase)
    }
}
