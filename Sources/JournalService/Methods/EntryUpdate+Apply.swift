// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryUpdate: WriteMethod {
    func apply(at desk: WriteDesk) throws -> EntryWritten {
        let entry = try desk.entry(id)
        try entry.requireRevision(ifRevision)
        let before = desk.facets(of: entry)
        if try change(entry, desk) {
            entry.stamp(desk)
            desk.note(CommittedChange(.update, entry, before: before))
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: desk.cursor,
            entry: entry.record(include)
        )
    }

    /// Makes what differs so; false when nothing does.
    private func change(_ entry: Entry, _ desk: WriteDesk) throws -> Bool {
        var hasChanged = false
        if let text, !text.utf8.elementsEqual(entry.text.utf8) {
            try EntryRules.check(text: text)
            let earlier = EarlierText(text: entry.text, replacedAt: desk.now)
            earlier.entry = entry
            desk.context.insert(earlier)
            entry.text = text
            hasChanged = true
        }
        if let starred, starred != entry.starred {
            entry.starred = starred
            hasChanged = true
        }
        if let notebook {
            let target = try desk.notebook(notebook, orMake: createNotebook)
            if target !== entry.notebook {
                entry.notebook = target
                hasChanged = true
            }
        }
        if let tags {
            let wanted = try desk.tags(tags)
            if Set(wanted.map(\.key)) != Set(entry.tags.map(\.key)) {
                entry.tags = wanted
                hasChanged = true
            }
        }
        return hasChanged
    }
}

extension EntryDelete: WriteMethod {
    func apply(at desk: WriteDesk) throws -> EntryWritten {
        let entry = try desk.entry(id)
        // Deleted is deleted: a retry must not become a conflict with itself.
        if entry.trashedAt == nil {
            try entry.requireRevision(ifRevision)
            let before = desk.facets(of: entry)
            entry.trashedAt = desk.now
            entry.stamp(desk)
            desk.note(CommittedChange(.update, entry, before: before))
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: desk.cursor
        )
    }
}

extension EntryRestore: WriteMethod {
    func apply(at desk: WriteDesk) throws -> EntryWritten {
        let entry = try desk.entry(id)
        if entry.trashedAt != nil {
            let before = desk.facets(of: entry)
            entry.trashedAt = nil
            entry.stamp(desk)
            desk.note(CommittedChange(.update, entry, before: before))
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: desk.cursor,
            entry: entry.record(include)
        )
    }
}

extension Entry {
    /// Notes who changed it last: the running command.
    func stamp(_ desk: WriteDesk) {
        desk.touch()
        revision = desk.modelRevision
        modifiedAt = desk.now
    }

    /// Checks that nobody changed the entry since the caller saw it.
    fileprivate func requireRevision(_ expected: Int64?) throws {
        guard let expected, expected != Int64(revision) else { return }
        throw ProtocolError(
            .conflict,
            "the entry was changed in the meantime: its revision is \(revision), not \(expected)",
            details: ["current": EntryRecord(self).json]
        )
    }
}
