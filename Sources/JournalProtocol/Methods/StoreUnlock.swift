// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Opens an encrypted journal with its passphrase.
package struct StoreUnlock: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.storeUnlock

    /// The passphrase.
    package var passphrase: String

    /// Creates a request with a passphrase.
    package init(passphrase: String) { self.passphrase = passphrase }

    package init(json: JSON) throws(InvalidParams) {
        passphrase = try JSONFields(json).required("passphrase")
    }

    package var json: JSON { ["passphrase": .string(passphrase)] }
}
