// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import SwiftData

/// The versions that another machine replaced without having seen them, the newest first.
///
/// Entries in the trash have conflicts, too: a text that was written since would be deleted with
/// them unseen.
package struct ConflictListing {
    private let entry: PersistentIdentifier?

    /// Creates a listing of the conflicts of one entry, or of all entries without one.
    package init(of entry: Entry? = nil) { self.entry = entry?.persistentModelID }

    /// Counts the versions.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func count(in context: ModelContext) throws -> Int {
        try context.fetchCount(descriptor)
    }

    /// Fetches the newest versions with their entries.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func fetch(in context: ModelContext, limit: Int) throws -> [EarlierText] {
        var descriptor = descriptor
        descriptor.fetchLimit = limit
        descriptor.relationshipKeyPathsForPrefetching = [\.entry]
        return try context.fetch(descriptor)
    }

    /// The fetch of the versions, without a limit.
    var descriptor: FetchDescriptor<EarlierText> {
        let order = [
            SortDescriptor(\EarlierText.replacedAt, order: .reverse),
            SortDescriptor(\EarlierText.uuid, order: .reverse),
        ]
        guard let entry else {
            return FetchDescriptor(predicate: #Predicate { $0.isConflict == true }, sortBy: order)
        }
        // Without a comparison of the flag, so that SQLite searches the versions of the entry, and
        // not the conflicts of all entries.
        return FetchDescriptor(
            predicate: #Predicate { $0.entry?.persistentModelID == entry && $0.isConflict },
            sortBy: order
        )
    }
}
