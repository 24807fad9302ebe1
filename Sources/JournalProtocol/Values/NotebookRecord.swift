// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notebook as represented in the protocol.
package struct NotebookRecord: Sendable, Equatable {
    /// The name of the default notebook, used for entries created without one.
    package static let defaultName = "journal"

    /// The UUID of the notebook in text form.
    package var id: String
    /// The name, unique among notebooks if letter case is ignored.
    package var name: String
    /// The number of entries in the notebook, not counting the trash.
    package var entryCount: Int
    /// The number of the commit that last changed the notebook.
    package var revision: Int64

    /// Creates a notebook record.
    package init(id: String, name: String, entryCount: Int, revision: Int64) {
        self.id = id
        self.name = name
        self.entryCount = entryCount
        self.revision = revision
    }
}

extension NotebookRecord: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        name = try fields.required("name", \.name)
        entryCount = try fields.required("entries", \.entryCount)
        revision = try fields.required("rev", \.revision)
    }
}
