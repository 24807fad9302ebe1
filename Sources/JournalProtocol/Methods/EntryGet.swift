// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads one entry, in the trash or not.
package struct EntryGet: MethodCall {
    package static let method = MethodName.entryGet

    /// Which entry.
    package var id: EntryReference

    /// Asks for an entry.
    package init(id: EntryReference) { self.id = id }

    package init(json: JSON) throws(InvalidParams) {
        id = try JSONFields(json).required("id")
    }

    package var json: JSON { ["id": id.json] }

    /// The entry, and the place in the history it was read at.
    package struct Reply: JSONConvertible, Equatable {
        /// The entry with its whole text.
        package var entry: EntryRecord
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with an entry.
        package init(entry: EntryRecord, cursor: Cursor) {
            self.entry = entry
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            entry = try fields.required("entry")
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["entry": entry.json, "cursor": cursor.json] }
    }
}
