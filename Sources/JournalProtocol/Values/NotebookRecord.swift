// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notebook as clients see it.
package struct NotebookRecord: Sendable, Equatable {
    /// The name of the notebook that entries go to when nobody names one.
    package static let defaultName = "journal"

    /// The identity, a UUID in text form.
    package var id: String
    /// The name, unique among notebooks.
    package var name: String
    /// How many entries outside the trash it holds.
    package var entryCount: Int
    /// The number of the commit that last changed it.
    package var revision: Int64

    /// Describes a notebook.
    package init(id: String, name: String, entryCount: Int, revision: Int64) {
        self.id = id
        self.name = name
        self.entryCount = entryCount
        self.revision = revision
    }
}

extension NotebookRecord: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        name = try fields.required("name")
        entryCount = try fields.required("entries")
        revision = try fields.required("rev")
    }

    package var json: JSON {
        [
            "id": .string(id), "name": .string(name), "entries": entryCount.json,
            "rev": .integer(revision),
        ]
    }
}
