// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A tag as represented in the protocol.
package struct TagRecord: Sendable, Equatable {
    /// The UUID of the tag in text form.
    package var id: String
    /// The name, unique among tags if letter case is ignored.
    package var name: String
    /// The number of entries with the tag, not counting the trash.
    package var entryCount: Int
    /// The number of the commit that last changed the tag.
    package var revision: Int64

    /// Creates a tag record.
    package init(id: String, name: String, entryCount: Int, revision: Int64) {
        self.id = id
        self.name = name
        self.entryCount = entryCount
        self.revision = revision
    }
}

extension TagRecord: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        name = try fields.required("name", \.name)
        entryCount = try fields.required("entries", \.entryCount)
        revision = try fields.required("rev", \.revision)
    }
}
