// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
