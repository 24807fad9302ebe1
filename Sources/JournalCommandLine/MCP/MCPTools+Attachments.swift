// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

extension MCPTools {
    /// The maximum number of bytes of an attached text in a result.
    static let attachedTextLength = 64 << 10

    /// Returns the attachments of an entry.
    func listAttachments(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        let reply = try context.client.call(AttachmentList(entry: try arguments.entry()))
        return ["attachments": .array(reply.attachments.map(\.json))]
    }

    /// Returns a part of an attached text.
    func readAttachment(_ arguments: MCPArguments) throws(ClientError) -> JSON {
        let text: String = try arguments.required("id")
        guard let id = EntryID(text) else {
            throw ClientError(
                .usage,
                "invalid id \"\(text)\"; use the whole id of an attachment of list_attachments"
            )
        }
        let offset = try arguments.integer("offset", in: 0...Limits.attachment) ?? 0
        let reply = try context.client.call(
            AttachmentGet(id: id, offset: Int64(offset), length: Self.attachedTextLength)
        )
        let attachment = reply.attachment
        let isEnd = Int64(offset + reply.data.bytes.count) >= attachment.size
        guard let part = TextPart(reply.data.bytes, isEnd: isEnd) else {
            throw ClientError(
                .usage,
                "\(attachment.name) (\(attachment.mediaType), \(attachment.size) bytes) is not "
                    + "UTF-8 text at byte \(offset); only text files can be read, from the beginning or "
                    + "the nextOffset of a result"
            )
        }
        var result = JSONObject()
        result.append("attachment", attachment)
        result.append("text", part.text)
        result.append("nextOffset", isEnd ? nil : offset + part.byteCount)
        return .object(result)
    }
}

/// A part of a text in UTF-8 without a character that is incomplete at its end.
struct TextPart: Equatable {
    /// The characters.
    let text: String
    /// The number of bytes of the characters.
    let byteCount: Int

    /// Decodes a part, or returns nil if it is not text.
    ///
    /// - Parameters:
    ///   - bytes: The bytes from the beginning of a character on.
    ///   - isEnd: Whether the text ends after them.
    init?(_ bytes: [UInt8], isEnd: Bool) {
        var whole = bytes[...]
        if !isEnd {
            // A character has at most four bytes, of which the first is no continuation.
            let tail = bytes.suffix(4)
            if let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }),
                tail.endIndex - start < Self.length(ofCharacterWith: tail[start])
            {
                whole = bytes[..<start]
            }
        }
        guard !whole.contains(0), let text = String(validating: whole, as: UTF8.self) else {
            return nil
        }
        self.text = text
        byteCount = whole.count
    }

    /// Returns the number of bytes of a character with a first byte.
    private static func length(ofCharacterWith first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }
}
