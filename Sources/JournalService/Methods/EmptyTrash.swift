// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Deletes entries that have been in the trash for the retention time.
struct EmptyTrash: WriteStep {
    /// The maximum number of entries in one transaction, so that other writes do not wait long.
    static let maximumEntryCount = 200

    /// Entries that were moved into the trash before this instant are deleted.
    let limit: Date

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        var descriptor = FetchDescriptor(predicate: EntrySelection.trashed(before: limit))
        descriptor.fetchLimit = Self.maximumEntryCount
        for entry in try context.models.fetch(descriptor) {
            guard try context.deleteContent(of: entry) else { return .unfinished(self) }
            context.note(CommittedChange(deleting: entry, revision: context.modelRevision))
            context.models.delete(entry)
        }
        return .finished(.null)
    }
}
