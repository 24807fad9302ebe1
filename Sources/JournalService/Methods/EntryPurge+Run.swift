// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryPurge: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        // All of them are found before the first is deleted: a mistyped id purges nothing.
        var found: Set<UUID> = []
        var order: [UUID] = []
        for id in ids {
            let uuid = try context.entry(id).uuid
            if found.insert(uuid).inserted { order.append(uuid) }
        }
        return try Purge(entries: order[...]).run(in: context)
    }
}

/// Deletes entries, and then overwrites their content in the store.
private struct Purge: WriteStep {
    var entries: ArraySlice<UUID>
    var purgedCount = 0

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        var next = self
        for uuid in entries.prefix(context.stepLength) {
            // Another purge may have deleted it since the first step.
            if let entry = try context.entry(uuid: uuid) {
                guard try context.deleteContent(of: entry) else { return .unfinished(next) }
                context.purge(entry)
                next.purgedCount += 1
            }
            next.entries.removeFirst()
        }
        guard next.entries.isEmpty else { return .unfinished(next) }
        let reply = EntryPurge.Reply(purgedCount: next.purgedCount, cursor: context.cursor)
        return .committed(reply.json, then: StoreErasure())
    }
}

extension TrashEmpty: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        // Entries that are deleted from now on remain.
        try TrashPurge(limit: context.now.addingTimeInterval(0.001)).run(in: context)
    }
}

/// Deletes the entries in the trash, and then overwrites their content in the store.
private struct TrashPurge: WriteStep {
    /// Entries that were moved into the trash before this instant are deleted.
    let limit: Date
    var purgedCount = 0

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        var descriptor = FetchDescriptor(predicate: EntrySelection.trashed(before: limit))
        descriptor.fetchLimit = context.stepLength
        let entries = try context.models.fetch(descriptor)
        var next = self
        for entry in entries {
            guard try context.deleteContent(of: entry) else { return .unfinished(next) }
            context.purge(entry)
            next.purgedCount += 1
        }
        guard entries.count < context.stepLength else { return .unfinished(next) }
        let reply = EntryPurge.Reply(purgedCount: next.purgedCount, cursor: context.cursor)
        return .committed(reply.json, then: StoreErasure())
    }
}

extension WriteContext {
    /// Deletes an entry permanently.
    fileprivate func purge(_ entry: Entry) {
        note(CommittedChange(deleting: entry, revision: modelRevision))
        models.delete(entry)
    }
}
