// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What is known of a file attached to an entry; its bytes travel by other methods.
package struct AttachmentRecord: Sendable, Equatable {
    /// The identity, a UUID in text form.
    package var id: String
    /// The file's name.
    package var name: String
    /// The IANA media type.
    package var mediaType: String
    /// How many bytes it has.
    package var size: Int64
    /// The SHA-256 digest of its bytes, in hexadecimal.
    package var digest: String

    /// Describes an attachment.
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
