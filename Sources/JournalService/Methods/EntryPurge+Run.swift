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
        return try EntryDeletion(purging: order, isFollowed: isFollowed).run(in: context)
    }
}

extension TrashEmpty: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        // Entries that are moved into the trash from now on remain.
        guard let before else {
            return try EntryDeletion(purgingTrashAt: context.modelRevision).run(in: context)
        }
        let limit = Date(milliseconds: before.milliseconds)
        return try EntryDeletion(trashedBefore: limit, isPurge: true).run(in: context)
    }
}
