// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Sends a part of a file that is attached to an entry.
package struct AttachmentAdd: MethodCall {
    package static let method = MethodName.attachmentAdd

    /// The id of the attachment, which the client chooses; the same for all parts.
    package var id: EntryID
    /// The entry to which the file is attached.
    package var entry: EntryReference
    /// The name of the file.
    package var name: String
    /// The size of the whole file in bytes.
    package var size: Int64
    /// The IANA media type.
    package var mediaType: String
    /// The position of the first byte of `data` in the file.
    package var offset: Int64
    /// The next bytes of the file.
    package var data: Base64?
    /// The SHA-256 digest of the whole file, in hexadecimal; completes the attachment.
    package var digest: String?

    /// The media type of files without one.
    package static let unknownMediaType = "application/octet-stream"

    /// Creates a request with a part of a file.
    package init(
        id: EntryID,
        entry: EntryReference,
        name: String,
        size: Int64,
        mediaType: String = unknownMediaType,
        offset: Int64 = 0,
        data: Base64? = nil,
        digest: String? = nil
    ) {
        self.id = id
        self.entry = entry
        self.name = name
        self.size = size
        self.mediaType = mediaType
        self.offset = offset
        self.data = data
        self.digest = digest
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        entry = try fields.required("entry", \.entry)
        name = try fields.required("name", \.name)
        size = try fields.required("size", \.size, as: .integer(in: Self.positions))
        mediaType = try fields.optional("mediaType", \.mediaType, default: Self.unknownMediaType)
        offset = try fields.optional(
            "offset",
            \.offset,
            default: 0,
            as: .integer(in: Self.positions)
        )
        data = try fields.optional("data", \.data, as: Self.part)
        digest = try fields.optional("digest", \.digest, as: Self.hexadecimal)
    }

    /// The positions in a file.
    static let positions = 0...Int64(Limits.attachment)

    private static var part: FieldForm<Base64> {
        .checked { data throws(InvalidParams) in
            guard data.bytes.count > Limits.attachmentPart else { return }
            throw InvalidParams(
                "expected at most \(Limits.attachmentPart) bytes, got \(data.bytes.count)"
            )
        }
    }

    private static var hexadecimal: FieldForm<String> {
        .checked(example: .string(String(repeating: "0", count: 64))) {
            digest throws(InvalidParams) in
            guard !isDigest(digest) else { return }
            throw InvalidParams("expected 64 lowercase hexadecimal digits")
        }
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    /// A part is stored once, and a stored part is not stored again.
    package var isIdempotent: Bool { true }

    /// The progress of an attachment.
    package struct Reply: ProtocolObject, Equatable {
        /// The id of the attachment.
        package var id: EntryID
        /// The number of bytes that are stored, from the beginning of the file.
        package var receivedSize: Int64
        /// The attachment, once it is complete.
        package var attachment: AttachmentRecord?
        /// The revision of the entry after this call has completed the attachment.
        package var entryRevision: Int64?
        /// The revision of the entry before.
        package var formerEntryRevision: Int64?
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(
            id: EntryID,
            receivedSize: Int64,
            attachment: AttachmentRecord? = nil,
            entryRevision: Int64? = nil,
            formerEntryRevision: Int64? = nil,
            cursor: Cursor
        ) {
            self.id = id
            self.receivedSize = receivedSize
            self.attachment = attachment
            self.entryRevision = entryRevision
            self.formerEntryRevision = formerEntryRevision
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            id = try fields.required("id", \.id)
            receivedSize = try fields.required("received", \.receivedSize)
            attachment = try fields.optional("attachment", \.attachment)
            entryRevision = try fields.optional("rev", \.entryRevision)
            formerEntryRevision = try fields.optional("formerRev", \.formerEntryRevision)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
