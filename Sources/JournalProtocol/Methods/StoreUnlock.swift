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
        passphrase = try fields.required(Secret.memberName, \.passphrase)
    }
}
