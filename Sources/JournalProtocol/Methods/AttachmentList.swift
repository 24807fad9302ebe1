// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists the files attached to an entry.
package struct AttachmentList: MethodCall {
    package static let method = MethodName.attachmentList

    /// The entry.
    package var entry: EntryReference

    /// Creates a request for the files of an entry.
    package init(entry: EntryReference) { self.entry = entry }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        entry = try fields.required("entry", \.entry)
    }

    /// The files of an entry.
    package struct Reply: ProtocolObject, Equatable {
        /// The files, in the order in which they were attached.
        package var attachments: [AttachmentRecord]
        /// The position in the history at which they were read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(attachments: [AttachmentRecord], cursor: Cursor) {
            self.attachments = attachments
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            attachments = try fields.sent("attachments", \.attachments, ifAbsent: [])
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
