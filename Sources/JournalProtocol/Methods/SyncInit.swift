// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Makes a space on a hub, to which other machines can be joined, and puts the journal there.
package struct SyncInit: MethodCall {
    package static let method = MethodName.syncInit

    /// The address of the hub.
    package var hub: String
    /// The passphrase that seals the key on the hub; without one, the reply has the key.
    package var passphrase: Secret?
    /// The name of this machine; nil for its host name.
    package var name: String?

    /// Creates a request.
    package init(hub: String, passphrase: Secret? = nil, name: String? = nil) {
        self.hub = hub
        self.passphrase = passphrase
        self.name = name
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        hub = try fields.required("hub", \.hub, as: .hubAddress)
        passphrase = try fields.optional(Secret.passphrase, \.passphrase)
        name = try fields.optional("name", \.name, as: .machineName)
    }

    /// The new space.
    package struct Reply: ProtocolObject, Equatable {
        /// The identifier of the space.
        package var space: String
        /// The key, which is shown to a person once; nil if a passphrase seals it.
        package var key: Secret?

        /// Creates a reply.
        package init(space: String, key: Secret? = nil) {
            self.space = space
            self.key = key
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            space = try fields.required("space", \.space)
            key = try fields.optional(Secret.key, \.key)
        }
    }
}

extension FieldForm where Value == String {
    /// The address of a hub.
    static var hubAddress: FieldForm { .text(1...Limits.hub) }

    /// The name of a machine.
    static var machineName: FieldForm { .text(1...Limits.name) }
}
