// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension WriteContext {
    /// Deletes a tag that no entry has.
    func deleteUnused(_ tag: Tag) {
        let (uuid, name) = (tag.uuid, tag.name)
        models.delete(tag)
        namesChange()
        note(CommittedChange(.delete, .tag, uuid, modelRevision, name: name))
    }
}

extension TagDelete: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        try TagRemoval(tag: context.tag(tag).uuid).run(in: context)
    }
}

/// Removes a tag from its entries and deletes it.
///
/// Until the last step the tag exists, so that repeating an interrupted removal completes it.
private struct TagRemoval: WriteStep {
    let tag: UUID
    var entryCount = 0

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        guard let tag = try NameLookup.tag(uuid: tag, in: context.models) else {
            throw JournalError(.tagNotFound, "the tag was deleted in the meantime")
        }
        context.record(StepContent.Obstacle(.tagDeletion, name: tag.name))
        let limit = context.stepLength
        // Fetches one entry more than a step changes, to detect the last step.
        let entries = try RelatedEntries.first(limit + 1, of: tag, in: context.models)
        var next = self
        for entry in entries.prefix(limit) {
            let before = context.filterAttributes(of: entry)
            entry.tags = entry.tags.filter { $0 !== tag }
            entry.stamp(context)
            context.noteUpdate(of: entry, before: before)
            next.entryCount += 1
        }
        guard entries.count <= limit else { return .unfinished(next) }
        let uuid = tag.uuid
        context.deleteUnused(tag)
        let reply = TagDelete.Reply(
            id: uuid.text,
            entryCount: next.entryCount,
            cursor: context.cursor
        )
        return .finished(reply.json)
    }
}
