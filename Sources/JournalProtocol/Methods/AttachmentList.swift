// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists the files attached to an entry.
package struct AttachmentList: MethodCall {
    package static let method = MethodName.attachmentList

    /// The entry.
    package var entry: EntryReference

    /// Creates a request for the files of an entry.
    package init(entry: EntryReference) { self.entry = entry }

    package init(json: JSON) throws(InvalidParams) {
        entry = try JSONFields(json).required("entry")
    }

    package var json: JSON { ["entry": entry.json] }

    /// The files of an entry.
    package struct Reply: JSONConvertible, Equatable {
        /// The files, in the order in which they were attached.
        package var attachments: [AttachmentRecord]
        /// The position in the history at which they were read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(attachments: [AttachmentRecord], cursor: Cursor) {
            self.attachments = attachments
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            attachments = try fields.array("attachments") ?? []
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            ["attachments": .array(attachments.map(\.json)), "cursor": cursor.json]
        }
    }
}
