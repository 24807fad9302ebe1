// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Merges the journal with the journals of a space.
package struct SyncJoin: MethodCall {
    package static let method = MethodName.syncJoin

    /// The secret that opens the space.
    package enum Credential: Sendable, Equatable {
        /// The passphrase that seals the key on the hub.
        case passphrase(Secret)
        /// The key itself.
        case key(Secret)
    }

    /// The address of the hub.
    package var hub: String
    /// The passphrase that seals the key on the hub.
    package var passphrase: Secret?
    /// The text of the key.
    package var key: Secret?
    /// The identifier of the space; nil for the only one on the hub.
    package var space: String?
    /// The name of this machine; nil for its host name.
    package var name: String?

    /// Creates a request.
    package init(
        hub: String,
        credential: Credential,
        space: String? = nil,
        name: String? = nil
    ) {
        self.hub = hub
        switch credential {
        case .passphrase(let secret): passphrase = secret
        case .key(let secret): key = secret
        }
        self.space = space
        self.name = name
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        hub = try fields.required("hub", \.hub, as: .hubAddress)
        passphrase = try fields.optional(Secret.passphrase, \.passphrase)
        key = try fields.optional(Secret.key, \.key)
        space = try fields.optional("space", \.space)
        name = try fields.optional("name", \.name, as: .machineName)
    }

    /// The secret that opens the space.
    ///
    /// - Throws: An error if the request has neither a passphrase nor a key, or both.
    package var credential: Credential {
        get throws(InvalidParams) {
            switch (passphrase, key) {
            case (let passphrase?, nil): return .passphrase(passphrase)
            case (nil, let key?): return .key(key)
            default: throw InvalidParams("expected either a passphrase or a key")
            }
        }
    }

    /// The space that was joined.
    package struct Reply: ProtocolObject, Equatable {
        /// The identifier of the space.
        package var space: String

        /// Creates a reply.
        package init(space: String) { self.space = space }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            space = try fields.required("space", \.space)
        }
    }
}
