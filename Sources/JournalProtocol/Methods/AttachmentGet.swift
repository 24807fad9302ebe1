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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        offset = Int64(try fields.integer("offset", in: 0...Limits.attachment) ?? 0)
        length =
            try fields.integer("length", in: 1...Limits.attachmentPart) ?? Limits.attachmentPart
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("offset", offset == 0 ? nil : offset)
        object.append("length", length == Limits.attachmentPart ? nil : length)
        return .object(object)
    }

    /// A part of a file.
    package struct Reply: JSONConvertible, Equatable {
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

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            attachment = try fields.required("attachment")
            data = try fields.required("data")
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            ["attachment": attachment.json, "data": data.json, "cursor": cursor.json]
        }
    }
}
