// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What every method that writes an entry returns, once the write is on disk.
package struct EntryWritten: JSONConvertible, Equatable {
    /// The entry's identity.
    package var id: EntryID
    /// The entry's revision after the write.
    package var revision: Int64
    /// Where the history stands after the write.
    package var cursor: Cursor
    /// False when `entry.create` found that the entry was written before; nil for other methods.
    package var created: Bool?
    /// The entry after the write, when the call asked for it.
    package var entry: EntryRecord?

    /// Describes a write.
    package init(
        id: EntryID,
        revision: Int64,
        cursor: Cursor,
        created: Bool? = nil,
        entry: EntryRecord? = nil
    ) {
        self.id = id
        self.revision = revision
        self.cursor = cursor
        self.created = created
        self.entry = entry
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        revision = try fields.required("rev")
        cursor = try fields.required("cursor")
        created = try fields.optional("created")
        entry = try fields.optional("entry")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("rev", revision)
        object.append("cursor", cursor)
        object.append("created", created)
        object.append("entry", entry)
        return .object(object)
    }
}
