// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of `journal-daemon encrypt` and `decrypt`, which change the form of a store.
package struct StoreConversion: ProtocolObject, Equatable, Sendable {
    /// Whether the store is encrypted now.
    package var isEncrypted: Bool
    /// Whether it was so before.
    package var isUnchanged: Bool
    /// The damaged values that are not part of the decrypted store.
    package var losses: [String]
    /// The path under which the encrypted store was kept, if something was damaged.
    package var kept: String?

    /// Creates a result.
    package init(
        isEncrypted: Bool,
        isUnchanged: Bool = false,
        losses: [String] = [],
        kept: String? = nil
    ) {
        self.isEncrypted = isEncrypted
        self.isUnchanged = isUnchanged
        self.losses = losses
        self.kept = kept
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        isEncrypted = try fields.required("encrypted", \.isEncrypted)
        isUnchanged = try fields.optional("unchanged", \.isUnchanged, default: false)
        losses = try fields.optional("losses", \.losses, default: [])
        kept = try fields.optional("kept", \.kept)
    }
}

/// The result of `journal-daemon replace`, which puts a copy of a backup in the place of a store.
package struct StoreReplacement: ProtocolObject, Equatable, Sendable {
    /// The path under which the former store was kept; nil if there was none.
    package var kept: String?

    /// Creates a result.
    package init(kept: String?) { self.kept = kept }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        kept = try fields.optional("kept", \.kept)
    }
}
