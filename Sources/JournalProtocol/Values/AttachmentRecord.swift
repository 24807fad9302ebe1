// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The metadata of a file attached to an entry; its content is transferred by other methods.
package struct AttachmentRecord: Sendable, Equatable {
    /// The UUID of the attachment in text form.
    package var id: String
    /// The name of the file.
    package var name: String
    /// The IANA media type, such as `image/jpeg`.
    package var mediaType: String
    /// The size of the content in bytes.
    package var size: Int64
    /// The SHA-256 digest of the content, in hexadecimal.
    package var digest: String

    /// Whether a member is damaged in the store; it is then empty.
    package var isUnreadable: Bool

    /// Creates the metadata of an attachment.
    package init(
        id: String,
        name: String,
        mediaType: String,
        size: Int64,
        digest: String,
        isUnreadable: Bool = false
    ) {
        self.id = id
        self.name = name
        self.mediaType = mediaType
        self.size = size
        self.digest = digest
        self.isUnreadable = isUnreadable
    }
}

extension AttachmentRecord: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        name = try fields.required("name", \.name)
        mediaType = try fields.required("mediaType", \.mediaType)
        size = try fields.required("size", \.size)
        digest = try fields.required("digest", \.digest)
        isUnreadable = try fields.optional("unreadable", \.isUnreadable, default: false)
    }
}
