// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Continues the space on another hub, to which each of its machines has to be moved.
package struct SyncMove: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.syncMove

    /// The address of the other hub.
    package var hub: String

    /// Creates a request.
    package init(hub: String) { self.hub = hub }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        hub = try fields.required("hub", \.hub, as: .hubAddress)
    }
}

/// Returns the key of the space, or replaces it.
package struct SyncKey: MethodCall {
    package static let method = MethodName.syncKey

    /// Whether a new key replaces the present one.
    package var isNew: Bool
    /// The passphrase that seals the new key on the hub.
    package var passphrase: Secret?

    /// Creates a request.
    package init(isNew: Bool = false, passphrase: Secret? = nil) {
        self.isNew = isNew
        self.passphrase = passphrase
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        isNew = try fields.optional("new", \.isNew, default: false)
        passphrase = try fields.optional(Secret.passphrase, \.passphrase)
    }

    package var isIdempotent: Bool { !isNew }

    /// The key of the space.
    package struct Reply: ProtocolObject, Equatable {
        /// The text of the key, which is shown to a person.
        package var key: Secret

        /// Creates a reply.
        package init(key: Secret) { self.key = key }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            key = try fields.required(Secret.key, \.key)
        }
    }
}

/// Ends the synchronization of this journal, which stays complete.
package struct SyncOff: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.syncOff

    /// Whether what this machine has put on the hub is deleted there.
    package var delete: Bool

    /// Creates a request.
    package init(delete: Bool = false) { self.delete = delete }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        delete = try fields.optional("delete", \.delete, default: false)
    }
}
