// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension AttachmentRemove: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let attachment = try context.attachment(id.uuid)
        if attachment.isComplete, let entry = attachment.entry {
            let before = context.filterAttributes(of: entry)
            // From now on it is an upload that was given up.
            attachment.isComplete = false
            entry.stamp(context)
            context.record(StepContent.Obstacle(.detach))
            context.noteUpdate(of: entry, before: before)
        }
        return try AttachmentRemoval(attachment: id.uuid).run(in: context)
    }
}

/// Deletes the content of an attachment, and then the attachment.
struct AttachmentRemoval: WriteStep {
    /// The maximum number of parts that are deleted in one transaction.
    static let partLimit = 32

    let attachment: UUID

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let attachment = try context.attachment(attachment)
        let count = try AttachmentLookup.deleteParts(
            of: attachment,
            atMost: Self.partLimit,
            in: context.models
        )
        context.touch()
        // In a transaction of its own: the deletion of the attachment would read the content of
        // the parts that the transaction deletes.
        guard count == 0 else { return .unfinished(self) }
        // Otherwise the contents of other uploads would be read ahead, and kept as long as the
        // context of the writer.
        context.models.withoutReadingAhead { context.models.delete(attachment) }
        let reply = AttachmentRemove.Reply(id: EntryID(self.attachment), cursor: context.cursor)
        return .finished(reply.json)
    }
}

/// Removes uploads of which no part was received for a long time.
struct AbandonedUploads: WriteStep {
    /// Uploads without a part since this instant are removed.
    let limit: Date

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        guard let upload = try AttachmentLookup.abandoned(before: limit, in: context.models) else {
            return .finished(.null)
        }
        _ = try AttachmentRemoval(attachment: upload.uuid).run(in: context)
        return .unfinished(self)
    }
}
