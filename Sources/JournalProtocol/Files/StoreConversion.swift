// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of `journal-daemon encrypt` and `decrypt`, which change the form of a store.
package struct StoreConversion: JSONConvertible, Equatable, Sendable {
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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        isEncrypted = try fields.required("encrypted")
        isUnchanged = try fields.optional("unchanged") ?? false
        losses = try fields.array("losses") ?? []
        kept = try fields.optional("kept")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("encrypted", isEncrypted)
        object.append("unchanged", isUnchanged ? true : nil)
        object.append("losses", each: losses.isEmpty ? nil : losses)
        object.append("kept", kept)
        return .object(object)
    }
}
