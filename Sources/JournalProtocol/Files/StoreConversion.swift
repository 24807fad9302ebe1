// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of `journal-daemon encrypt` and `decrypt`, which change the form of a store.
package struct StoreConversion: JSONConvertible, Equatable, Sendable {
    /// Whether the store is encrypted now.
    package var isEncrypted: Bool
    /// Whether it was so before.
    package var isUnchanged: Bool

    /// Creates a result.
    package init(isEncrypted: Bool, isUnchanged: Bool = false) {
        self.isEncrypted = isEncrypted
        self.isUnchanged = isUnchanged
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        isEncrypted = try fields.required("encrypted")
        isUnchanged = try fields.optional("unchanged") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("encrypted", isEncrypted)
        object.append("unchanged", isUnchanged ? true : nil)
        return .object(object)
    }
}
