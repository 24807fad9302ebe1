// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension AttachmentGet: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        guard let attachment = try AttachmentLookup.attachment(id.uuid, in: context.models),
            attachment.isComplete
        else { throw JournalError(.attachmentNotFound, "attachment \(id) does not exist") }
        guard !attachment.isUnreadable else {
            throw JournalError(
                .attachmentUnreadable,
                "the name, type or digest of attachment \(id) cannot be read; look for the file in "
                    + "a backup"
            )
        }
        let part = try AttachmentLookup.part(
            of: attachment,
            at: Int(offset),
            in: context.models
        )
        if let part, part.content.isEmpty, let damage = part.damage(of: \.content) {
            throw JournalError(
                .attachmentUnreadable,
                "the content of attachment \(id) cannot be read (\(damage)); look for the file in a "
                    + "backup"
            )
        }
        let bytes = part.map { part in
            part.content.dropFirst(Int(offset) - part.start).prefix(length)
        }
        guard bytes != nil || Int(offset) >= attachment.size else {
            throw JournalError(
                .attachmentUnreadable,
                "the content of attachment \(id) is incomplete; look for the file in a backup"
            )
        }
        return Reply(
            attachment: AttachmentRecord(attachment),
            data: Base64(bytes.map { [UInt8]($0) } ?? []),
            cursor: context.cursor
        ).json
    }
}

extension AttachmentList: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        Reply(
            attachments: AttachmentRecord.complete(of: try context.entry(entry)),
            cursor: context.cursor
        ).json
    }
}
