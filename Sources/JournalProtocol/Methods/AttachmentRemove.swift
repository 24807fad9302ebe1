// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Removes a file from its entry, or cancels its upload.
package struct AttachmentRemove: MethodCall {
    package static let method = MethodName.attachmentRemove

    /// The id of the attachment.
    package var id: EntryID

    /// Creates a request that removes a file.
    package init(id: EntryID) { self.id = id }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
    }

    /// The effect of the write.
    package struct Reply: ProtocolObject, Equatable {
        /// The id of the attachment.
        package var id: EntryID
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(id: EntryID, cursor: Cursor) {
            self.id = id
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            id = try fields.required("id", \.id)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
