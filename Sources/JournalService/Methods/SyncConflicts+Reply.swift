// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension SyncConflicts: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        let entry = try id.map { try context.entry($0) }
        let listing = ConflictListing(of: entry)
        let texts = try listing.fetch(in: context.models, limit: limit)
        var bytes = 0
        var conflicts: [SyncConflict] = []
        for earlier in texts {
            guard let entry = earlier.entry else { continue }
            let conflict = SyncConflict(
                entry: entry.entryID,
                text: String(entry.text.prefix(EntryRecord.summaryLength)),
                version: EntryVersion(earlier).summary,
                trashedAt: entry.trashedAt.map { Timestamp($0) }
            )
            bytes += conflict.json.serialized().count
            if bytes > Limits.replyContent, !conflicts.isEmpty { break }
            conflicts.append(conflict)
        }
        let count = try listing.count(in: context.models)
        return Reply(conflicts: conflicts, count: count).json
    }
}

extension SyncResolve: WriteMethod {
    func apply(in context: WriteContext) throws -> EntryWritten {
        let entry = try context.entry(id)
        let listing = VersionListing(of: entry)
        guard let earlier = try listing.text(version.uuid, in: context.models) else {
            throw JournalError(.versionNotFound, "entry \(id) has no version \(version)")
        }
        if restore {
            try earlier.requireReadableText()
            try entry.requireReadableText()
        }
        // First, because a change of the text is sent with the number of conflicts that are left.
        let isSettled = earlier.isConflict
        if isSettled { earlier.isConflict = false }
        let edit = EntryEdit(text: restore ? earlier.text : nil)
        if !context.apply(edit, to: entry), isSettled { context.noteSettled(entry) }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor
        )
    }
}

extension WriteContext {
    /// Records that fewer conflicts of an entry are left, which is no change of its own values.
    fileprivate func noteSettled(_ entry: Entry) {
        let before = filterAttributes(of: entry)
        touch()
        entry.revision = modelRevision
        noteUpdate(of: entry, before: before)
    }
}
