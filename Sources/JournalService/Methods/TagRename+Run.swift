// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension TagRename: WriteStep {
    var isLong: Bool { merge }

    func run(in context: WriteContext) throws -> WriteProgress {
        guard let old = try NameLookup.tag(tag, in: context.models) else {
            throw JournalError(.tagNotFound, "tag \"\(tag)\" does not exist")
        }
        let name = try Name(name, .tag)
        let taken = try NameLookup.tag(name.text, in: context.models)
        guard let taken, taken !== old else {
            return .finished(try rename(old, name, context).json)
        }
        guard merge else {
            throw JournalError(
                .tagExists,
                "a tag named \"\(taken.name)\" already exists; set merge to merge the two"
            )
        }
        return try TagMerge(old: old.uuid, target: taken.uuid).run(in: context)
    }

    private func rename(_ tag: Tag, _ name: Name, _ context: WriteContext) throws -> Reply {
        if name.text != tag.name {
            let formerKey = tag.key
            tag.name = name.text
            tag.key = name.key
            tag.revision = context.modelRevision
            context.namesChange()
            context.note(CommittedChange(.update, tag, formerKey: formerKey))
        }
        return Reply(tag: try TagRecord(tag, in: context.models), cursor: context.cursor)
    }
}

/// Moves the entries of one tag to another one and deletes the first.
///
/// Until the last step both tags exist, so that repeating an interrupted merge completes it.
private struct TagMerge: WriteStep {
    let old: UUID
    let target: UUID

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        guard let target = try NameLookup.tag(uuid: target, in: context.models),
            let old = try NameLookup.tag(uuid: old, in: context.models)
        else { throw JournalError(.tagNotFound, "the tag was deleted during the merge") }
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
            entry.tags = entry.tags.filter { $0 !== old && $0 !== target } + [target]
            entry.stamp(context)
            context.note(CommittedChange(.update, entry, before: before))
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
