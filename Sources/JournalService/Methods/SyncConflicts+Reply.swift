// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension SyncConflicts: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        let texts = try ConflictListing.fetch(in: context.models, limit: limit)
        var bytes = 0
        var conflicts: [SyncConflict] = []
        for earlier in texts {
            guard let entry = earlier.entry else { continue }
            let conflict = SyncConflict(
                entry: entry.entryID,
                text: String(entry.text.prefix(EntryRecord.summaryLength)),
                version: EntryVersion(earlier).summary
            )
            bytes += conflict.json.serialized().count
            if bytes > Limits.replyContent, !conflicts.isEmpty { break }
            conflicts.append(conflict)
        }
        let count = try ConflictListing.count(in: context.models)
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
        var isChanged = false
        if restore {
            try earlier.requireReadableText()
            try entry.requireReadableText()
            isChanged = context.apply(EntryEdit(text: earlier.text), to: entry)
        }
        if earlier.isConflict {
            earlier.isConflict = false
            // A commit without a change of an entry has no revision.
            if !isChanged { context.noteResolved(entry) }
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor
        )
    }
}

extension WriteContext {
    /// Gives an entry a revision for a change outside of its own values.
    fileprivate func noteResolved(_ entry: Entry) {
        let before = filterAttributes(of: entry)
        entry.stamp(self)
        note(CommittedChange(.update, entry, before: before))
    }
}
