// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The id and revision of an entry.
package struct EntryVersion: JSONConvertible, Equatable {
    /// The id of the entry.
    package var id: EntryID
    /// The number of the commit that last changed the entry.
    package var revision: Int64

    /// Creates a pair of an id and a revision.
    package init(id: EntryID, revision: Int64) {
        self.id = id
        self.revision = revision
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        revision = try fields.required("rev")
    }

    package var json: JSON { ["id": id.json, "rev": .integer(revision)] }
}
