// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns a part of an attached file.
package struct AttachmentGet: MethodCall {
    package static let method = MethodName.attachmentGet

    /// The id of the attachment.
    package var id: EntryID
    /// The position of the first byte.
    package var offset: Int64
    /// The maximum number of bytes.
    package var length: Int

    /// Creates a request for a part of a file.
    package init(id: EntryID, offset: Int64 = 0, length: Int = Limits.attachmentPart) {
        self.id = id
        self.offset = offset
        self.length = length
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        offset = try fields.optional(
            "offset",
            \.offset,
            default: 0,
            as: .integer(in: AttachmentAdd.positions)
        )
        length = try fields.optional(
            "length",
            \.length,
            default: Limits.attachmentPart,
            as: .integer(in: 1...Limits.attachmentPart)
        )
    }

    /// A part of a file.
    package struct Reply: ProtocolObject, Equatable {
        /// The metadata of the file.
        package var attachment: AttachmentRecord
        /// The bytes; empty only at the end of the file.
        package var data: Base64
        /// The position in the history at which the part was read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(attachment: AttachmentRecord, data: Base64, cursor: Cursor) {
            self.attachment = attachment
            self.data = data
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            attachment = try fields.required("attachment", \.attachment)
            data = try fields.required("data", \.data)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
