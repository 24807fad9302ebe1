// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryUpdate: WriteMethod {
    func apply(in context: WriteContext) throws -> EntryWritten {
        let entry = try context.entry(id)
        try context.requireRevision(ifRevision, of: entry)
        context.apply(try edit(of: entry, in: context), to: entry)
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor,
            entry: context.record(of: entry, including: include)
        )
    }

    /// Returns the values that the entry is to have, in the order in which they are checked.
    private func edit(of entry: Entry, in context: WriteContext) throws -> EntryEdit {
        var edit = EntryEdit()
        if let text, !text.utf8.elementsEqual(entry.text.utf8) {
            try EntryRules.check(text: text)
            // Neither recorded as an empty version, nor replaced.
            try entry.requireReadableText()
            edit.text = text
        }
        edit.starred = starred
        edit.notebook = try notebook.map {
            try context.notebook($0, canCreate: createNotebook)
        }
        edit.tags = try wantedTags(of: entry, in: context)
        edit.moment = try entry.moment.replacing(createdAt: createdAt, zone: zone)
        return edit
    }

    /// Returns the tags that the entry is to have; nil if the request does not concern them.
    private func wantedTags(of entry: Entry, in context: WriteContext) throws -> [Tag]? {
        guard tags != nil || !addTags.isEmpty || !removeTags.isEmpty else { return nil }
        let removed = Set(try removeTags.map { try Name($0, .tag).key })
        // A tag that is removed at once is not created.
        let replacing = try tags.map { names in
            try context.tags(names.filter { !removed.contains(Name.key(of: $0)) })
        }
        let kept = (replacing ?? entry.tags).filter { !removed.contains($0.key) }
        let added = try context.tags(addTags).filter { tag in !kept.contains { $0 === tag } }
        try EntryRules.check(tagCount: kept.count + added.count)
        return kept + added
    }
}

extension EntryDelete: WriteMethod {
    func apply(in context: WriteContext) throws -> EntryWritten {
        let entry = try context.entry(id)
        // The revision of an entry in the trash is not checked, so that a retry causes no conflict.
        if entry.trashedAt == nil {
            try context.requireRevision(ifRevision, of: entry)
            context.trash(entry)
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor
        )
    }
}

extension EntryRestore: WriteMethod {
    func apply(in context: WriteContext) throws -> EntryWritten {
        let entry = try context.entry(id)
        if entry.trashedAt != nil { context.restore(entry) }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor,
            entry: context.record(of: entry, including: include)
        )
    }
}

extension Entry {
    /// Marks the entry as changed by the running command.
    func stamp(_ context: WriteContext) {
        context.touch()
        revision = context.modelRevision
        modifiedAt = max(modifiedAt, context.now)
    }
}

extension WriteContext {
    /// Checks that an entry still has the revision that the client expects.
    fileprivate func requireRevision(_ expected: Int64?, of entry: Entry) throws {
        guard let expected, expected != Int64(entry.revision) else { return }
        throw ProtocolError(
            .conflict,
            "the entry was changed: its revision is \(entry.revision), not \(expected)",
            details: ["current": marked(entry).record.json]
        )
    }
}
