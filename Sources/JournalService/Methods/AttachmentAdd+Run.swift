// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension AttachmentAdd: WriteStep {
    /// Whether the call may compare the content with its digest, which takes several steps.
    var isLong: Bool { digest != nil }

    func run(in context: WriteContext) throws -> WriteProgress {
        let attachment = try attachment(in: context)
        if !attachment.isComplete {
            try append(to: attachment, in: context)
            if let digest, attachment.receivedSize == attachment.size {
                return .unfinished(Verification(attachment: id.uuid, digest: digest))
            }
        }
        return .finished(Reply(attachment, in: context).json)
    }

    /// Returns the attachment, which the first part creates.
    private func attachment(in context: WriteContext) throws -> Attachment {
        let entry = try context.entry(entry)
        if let known = try AttachmentLookup.attachment(id.uuid, in: context.models) {
            guard known.entry === entry, known.name == name, known.mediaType == mediaType,
                known.size == Int(size),
                // Until the content is complete, only the last call has to give its digest.
                !known.isComplete || digest == nil || digest == known.digest
            else {
                throw JournalError(
                    .attachmentExists,
                    "another attachment has the id \(id); use a new id for each file"
                )
            }
            return known
        }
        try AttachmentRules.check(name: name)
        try AttachmentRules.check(mediaType: mediaType)
        try requireRoom(for: entry, in: context)
        let attachment = Attachment(
            uuid: id.uuid,
            name: name,
            mediaType: mediaType,
            size: Int(size),
            changedAt: context.now
        )
        attachment.entry = entry
        context.models.insert(attachment)
        context.touch()
        return attachment
    }

    /// Throws an error if the entry has too many attachments, or too many are incomplete.
    private func requireRoom(for entry: Entry, in context: WriteContext) throws {
        guard entry.attachments.count < Limits.attachments else {
            throw JournalError(
                .attachmentLimit(limit: Limits.attachments),
                "an entry can have at most \(Limits.attachments) attachments"
            )
        }
        guard try AttachmentLookup.unfinishedCount(in: context.models) < Limits.uploads else {
            throw JournalError(
                .uploadLimit(limit: Limits.uploads),
                "\(Limits.uploads) files are being attached already; try again later"
            )
        }
    }

    /// Stores the data if it is the next part; other parts are stored already or too early.
    private func append(to attachment: Attachment, in context: WriteContext) throws {
        guard let bytes = data?.bytes, !bytes.isEmpty, Int(offset) == attachment.receivedSize else {
            return
        }
        guard attachment.receivedSize + bytes.count <= attachment.size else {
            throw JournalError(
                .attachmentInvalid,
                "the file has more than the announced \(attachment.size) bytes"
            )
        }
        let part = AttachmentPart(start: attachment.receivedSize, content: Data(bytes))
        part.attachment = attachment
        context.models.insert(part)
        attachment.receivedSize += bytes.count
        attachment.changedAt = context.now
        context.touch()
    }
}

/// Compares the content of an attachment with its digest, and completes the attachment.
private struct Verification: WriteStep {
    /// The number of bytes that are read in one step.
    private static let stepSize = 4 << 20

    let attachment: UUID
    let digest: String
    var content = AttachmentDigest()
    var position = 0

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let attachment = try context.attachment(attachment)
        var next = self
        let end = min(position + Self.stepSize, attachment.size)
        while next.position < end {
            guard
                let part = try AttachmentLookup.part(
                    of: attachment,
                    at: next.position,
                    in: context.models
                )
            else { throw ProtocolError(.storeFailed, "the content of an attachment is incomplete") }
            next.content.append(part.content)
            next.position += part.content.count
        }
        guard next.position >= attachment.size else { return .unfinished(next) }
        let actual = next.content.text
        guard actual == digest else {
            throw ProtocolError(
                .attachmentDigest,
                "the file that was received has another digest than the one given",
                details: ["digest": .string(actual)]
            )
        }
        let (former, revision) = try complete(attachment, in: context)
        var reply = AttachmentAdd.Reply(attachment, in: context)
        reply.entryRevision = Int64(revision)
        reply.formerEntryRevision = Int64(former)
        return .finished(reply.json)
    }

    /// Adds the attachment to its entry; returns the revisions of the entry before and after.
    private func complete(
        _ attachment: Attachment,
        in context: WriteContext
    ) throws -> (former: Int, revision: Int) {
        guard let entry = attachment.entry else {
            throw JournalError(.attachmentNotFound, "the entry of the attachment was deleted")
        }
        let before = context.filterAttributes(of: entry)
        let former = entry.revision
        attachment.digest = digest
        attachment.isComplete = true
        attachment.changedAt = context.now
        entry.stamp(context)
        try context.recordAttachment(to: entry, before: former)
        context.noteUpdate(of: entry, before: before)
        return (former, entry.revision)
    }
}

extension AttachmentAdd.Reply {
    fileprivate init(_ attachment: Attachment, in context: WriteContext) {
        self.init(
            id: EntryID(attachment.uuid),
            receivedSize: Int64(attachment.receivedSize),
            attachment: attachment.isComplete ? AttachmentRecord(attachment) : nil,
            cursor: context.cursor
        )
    }
}

extension WriteContext {
    /// Returns the attachment with an identity.
    func attachment(_ uuid: UUID) throws -> Attachment {
        if let found = try AttachmentLookup.attachment(uuid, in: models) { return found }
        throw JournalError(.attachmentNotFound, "attachment \(uuid.text) does not exist")
    }
}

/// The SHA-256 digest of the content of an attachment, in lowercase hexadecimal.
struct AttachmentDigest: ContentDigest {
    private var hash = SHA256()

    mutating func append(_ bytes: Data) { hash.update(data: bytes) }

    var text: String {
        hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
