// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryUpdate: WriteMethod {
    func apply(in context: WriteContext) throws -> EntryWritten {
        let entry = try context.entry(id)
        try entry.requireRevision(ifRevision)
        let before = context.filterAttributes(of: entry)
        if try change(entry, context) {
            entry.stamp(context)
            context.note(CommittedChange(.update, entry, before: before))
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor,
            entry: entry.record(include)
        )
    }

    /// Changes the members that differ; returns false if none does.
    private func change(_ entry: Entry, _ context: WriteContext) throws -> Bool {
        var hasChanged = false
        if let text, !text.utf8.elementsEqual(entry.text.utf8) {
            try EntryRules.check(text: text)
            // Neither recorded as an empty earlier text, nor replaced.
            try entry.requireReadableText()
            // Later than the change before it, so that the earlier texts have an order.
            let time = Date(
                milliseconds: max(context.now.milliseconds, entry.modifiedAt.milliseconds + 1)
            )
            let earlier = EarlierText(text: entry.text, replacedAt: time)
            earlier.entry = entry
            context.models.insert(earlier)
            entry.text = text
            entry.modifiedAt = time
            hasChanged = true
        }
        if let starred, starred != entry.starred {
            entry.starred = starred
            hasChanged = true
        }
        if let notebook {
            let target = try context.notebook(notebook, canCreate: createNotebook)
            if target !== entry.notebook {
                entry.notebook = target
                hasChanged = true
            }
        }
        if let wanted = try wantedTags(of: entry, context),
            Set(wanted.map(\.key)) != Set(entry.tags.map(\.key))
        {
            // In the order of the store, which does not keep that of the request.
            let kept = entry.tags.filter { tag in wanted.contains { $0 === tag } }
            entry.tags = kept + wanted.filter { tag in !kept.contains { $0 === tag } }
            hasChanged = true
        }
        let moment = try entry.moment.replacing(createdAt: createdAt, zone: zone)
        if moment != entry.moment {
            entry.moment = moment
            hasChanged = true
        }
        return hasChanged
    }

    /// Returns the tags that the entry is to have; nil if the request does not concern them.
    private func wantedTags(of entry: Entry, _ context: WriteContext) throws -> [Tag]? {
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
            try entry.requireRevision(ifRevision)
            let before = context.filterAttributes(of: entry)
            entry.trashedAt = context.now
            entry.stamp(context)
            context.note(CommittedChange(.update, entry, before: before))
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
        if entry.trashedAt != nil {
            let before = context.filterAttributes(of: entry)
            entry.trashedAt = nil
            entry.stamp(context)
            context.note(CommittedChange(.update, entry, before: before))
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor,
            entry: entry.record(include)
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

    /// Checks that the entry still has the revision that the client expects.
    fileprivate func requireRevision(_ expected: Int64?) throws {
        guard let expected, expected != Int64(revision) else { return }
        throw ProtocolError(
            .conflict,
            "the entry was changed: its revision is \(revision), not \(expected)",
            details: ["current": EntryRecord(self).json]
        )
    }
}
