// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension TagRename: WriteMethod {
    func apply(at desk: WriteDesk) throws -> Reply {
        guard let old = try NameLookup.tag(tag, in: desk.context) else {
            throw JournalError(.tagNotFound, "there is no tag \"\(tag)\"")
        }
        let name = try Name(name, .tag)
        let taken = try NameLookup.tag(name.text, in: desk.context)
        desk.namesChange()
        guard let taken, taken !== old else { return try rename(old, name, desk) }
        guard merge else {
            throw JournalError(
                .tagExists,
                "there is a tag \"\(taken.name)\"; with merge both become one"
            )
        }
        return try move(old, into: taken, desk)
    }

    private func rename(_ tag: Tag, _ name: Name, _ desk: WriteDesk) throws -> Reply {
        if name.text != tag.name {
            let formerKey = tag.key
            tag.name = name.text
            tag.key = name.key
            tag.revision = desk.modelRevision
            desk.note(CommittedChange(.update, tag, formerKey: formerKey))
        }
        return Reply(tag: try TagRecord(tag, in: desk.context), cursor: desk.cursor)
    }

    private func move(_ old: Tag, into tag: Tag, _ desk: WriteDesk) throws -> Reply {
        let uuid = old.uuid
        for entry in old.entries {
            let before = desk.facets(of: entry)
            entry.tags = entry.tags.filter { $0 !== old && $0 !== tag } + [tag]
            entry.stamp(desk)
            desk.note(CommittedChange(.update, entry, before: before))
        }
        desk.context.delete(old)
        desk.note(CommittedChange(.delete, .tag, uuid, desk.modelRevision, name: nil))
        tag.revision = desk.modelRevision
        desk.note(CommittedChange(.update, tag))
        return Reply(tag: try TagRecord(tag, in: desk.context), cursor: desk.cursor)
    }
}
