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

    /// Creates the metadata of an attachment.
    package init(id: String, name: String, mediaType: String, size: Int64, digest: String) {
        self.id = id
        self.name = name
        self.mediaType = mediaType
        self.size = size
        self.digest = digest
    }
}

extension AttachmentRecord: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        name = try fields.required("name")
        mediaType = try fields.required("mediaType")
        size = try fields.required("size")
        digest = try fields.required("digest")
    }

    package var json: JSON {
        [
            "id": .string(id), "name": .string(name), "mediaType": .string(mediaType),
            "size": .integer(size), "digest": .string(digest),
        ]
    }
}
