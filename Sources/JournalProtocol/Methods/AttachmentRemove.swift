// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Removes a file from its entry, or cancels its upload.
package struct AttachmentRemove: MethodCall {
    package static let method = MethodName.attachmentRemove

    /// The id of the attachment.
    package var id: EntryID

    /// Creates a request that removes a file.
    package init(id: EntryID) { self.id = id }

    package init(json: JSON) throws(InvalidParams) { id = try JSONFields(json).required("id") }

    package var json: JSON { ["id": id.json] }

    /// The effect of the write.
    package struct Reply: JSONConvertible, Equatable {
        /// The id of the attachment.
        package var id: EntryID
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(id: EntryID, cursor: Cursor) {
            self.id = id
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            id = try fields.required("id")
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["id": id.json, "cursor": cursor.json] }
    }
}
