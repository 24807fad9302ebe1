// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns an entry with its full text, whether or not it is in the trash.
package struct EntryGet: MethodCall {
    package static let method = MethodName.entryGet

    /// The entry to return.
    package var id: EntryReference

    /// Whether an entry whose text is damaged is returned without its text, instead of an error.
    package var allowsUnreadable: Bool

    /// Creates a request for an entry.
    package init(id: EntryReference, allowsUnreadable: Bool = false) {
        self.id = id
        self.allowsUnreadable = allowsUnreadable
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        allowsUnreadable = try fields.optional("allowUnreadable") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("allowUnreadable", allowsUnreadable ? true : nil)
        return .object(object)
    }

    /// The entry and the position in the history at which it was read.
    package struct Reply: JSONConvertible, Equatable {
        /// The entry with its full text.
        package var entry: EntryRecord
        /// The position in the history at which the entry was read.
        package var cursor: Cursor

        /// Creates a reply.
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
