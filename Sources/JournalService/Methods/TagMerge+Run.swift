// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension TagMerge: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let old = try context.tag(tag)
        let target = try context.tag(target)
        guard target !== old else {
            throw JournalError(.tagInvalid, "the tag cannot be merged into itself")
        }
        return try TagMergeStep(old: old.uuid, target: target.uuid).run(in: context)
    }
}

/// Moves the entries of one tag to another one and deletes the first.
///
/// Until the last step both tags exist, so that repeating an interrupted merge completes it.
struct TagMergeStep: WriteStep {
    let old: UUID
    let target: UUID

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        guard let target = try NameLookup.tag(uuid: target, in: context.models),
            let old = try NameLookup.tag(uuid: old, in: context.models)
        else { throw JournalError(.tagNotFound, "the tag was deleted during the merge") }
        context.record(StepContent.Obstacle(.tagMerge, name: old.name, target: target.name))
        let limit = context.stepLength
        // Fetches one entry more than a step changes, to detect the last step.
        let entries = try RelatedEntries.first(limit + 1, of: old, in: context.models)
        let isLast = entries.count <= limit
        // Counted before the changes: a count over unsaved rows costs much more.
        var record = isLast ? try TagRecord(target, in: context.models) : nil
        for entry in entries.prefix(limit) {
            if entry.trashedAt == nil, !entry.tags.contains(where: { $0 === target }) {
                record?.entryCount += 1
            }
            let before = context.filterAttributes(of: entry)
            entry.replaceTag(old, by: target)
            entry.stamp(context)
            context.noteUpdate(of: entry, before: before)
        }
        guard var record else { return .unfinished(self) }
        let (uuid, name) = (old.uuid, old.name)
        context.models.delete(old)
        context.namesChange()
        context.note(CommittedChange(.delete, .tag, uuid, context.modelRevision, name: name))
        target.revision = context.modelRevision
        context.note(CommittedChange(.update, target))
        record.revision = context.revision
        return .finished(TagRename.Reply(tag: record, cursor: context.cursor).json)
    }
}

extension Entry {
    /// Replaces a tag by another one, unless the entry has that already.
    ///
    /// The order of the others does not change, because the store does not keep another one.
    func replaceTag(_ old: Tag, by tag: Tag) {
        let kept = tags.filter { $0 !== old }
        tags = kept.contains { $0 === tag } ? kept : kept + [tag]
    }
}
