// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The id and revision of an entry.
package struct EntryRevision: ProtocolObject, Equatable {
    /// The id of the entry.
    package var id: EntryID
    /// The number of the commit that last changed the entry.
    package var revision: Int64

    /// Creates a pair.
    package init(id: EntryID, revision: Int64) {
        self.id = id
        self.revision = revision
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        revision = try fields.required("rev", \.revision)
    }
}
