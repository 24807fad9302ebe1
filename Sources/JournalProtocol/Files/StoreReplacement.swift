// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of `journal-daemon replace`, which puts a copy of a backup in the place of a store.
package struct StoreReplacement: JSONConvertible, Equatable, Sendable {
    /// The path under which the former store was kept; nil if there was none.
    package var kept: String?

    /// Creates a result.
    package init(kept: String?) { self.kept = kept }

    package init(json: JSON) throws(InvalidParams) { kept = try JSONFields(json).optional("kept") }

    package var json: JSON {
        var object = JSONObject()
        object.append("kept", kept)
        return .object(object)
    }
}
