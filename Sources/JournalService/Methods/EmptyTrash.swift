// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import SwiftData

/// Deletes for good what has been in the trash long enough; a chore of the daemon.
struct EmptyTrash: WriterChore {
    /// How many entries go at once, so that nobody waits long behind them.
    static let pieceLength = 200

    /// What was put into the trash before this goes.
    let limit: Date

    func run(at desk: WriteDesk) throws {
        var descriptor = FetchDescriptor(predicate: EntrySelection.trashed(before: limit))
        descriptor.fetchLimit = Self.pieceLength
        for entry in try desk.context.fetch(descriptor) {
            desk.note(CommittedChange(deleting: entry, revision: desk.modelRevision))
            desk.context.delete(entry)
        }
    }
}
