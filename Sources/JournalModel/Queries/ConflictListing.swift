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

    /// Returns whether a saved entry has a conflict, by one search in an index.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package static func hasConflicts(in context: ModelContext) throws -> Bool {
        var descriptor = ConflictListing().descriptor
        descriptor.fetchLimit = 1
        descriptor.includePendingChanges = false
        return try context.fetchCount(descriptor) > 0
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

/// The numbers of the conflicts of some entries.
package struct ConflictCounts: Sendable {
    private let counts: [PersistentIdentifier: Int]

    /// Reads the conflicts of saved entries, all at once; changes that are not saved count.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* versions of the entries; constant if no entry of the store has
    ///   a conflict.
    package init(of entries: some Collection<Entry>, in context: ModelContext) throws {
        guard !entries.isEmpty, try ConflictListing.hasConflicts(in: context) else {
            counts = [:]
            return
        }
        var counts: [PersistentIdentifier: Int] = [:]
        let texts = try context.fetch(Self.descriptor(entries.map(\.persistentModelID)))
        for case let entry? in texts.lazy.filter(\.isConflict).map(\.entry) {
            counts[entry.persistentModelID, default: 0] += 1
        }
        self.counts = counts
    }

    /// The number of conflicts of one of the entries.
    package subscript(entry: Entry) -> Int { counts[entry.persistentModelID, default: 0] }

    /// Returns the fetch of the conflicts of entries, without the content of the versions.
    static func descriptor(
        _ entries: [PersistentIdentifier?]
    ) -> FetchDescriptor<EarlierText> {
        // As for one entry, the flag is not compared.
        var descriptor = FetchDescriptor<EarlierText>(
            predicate: #Predicate {
                entries.contains($0.entry.flatMap { $0.persistentModelID }) && $0.isConflict
            }
        )
        descriptor.propertiesToFetch = [\.isConflict, \.entry]
        // The models that were loaded have what is not saved; merging the unsaved rows of a batch
        // for each of its calls would be quadratic.
        descriptor.includePendingChanges = false
        return descriptor
    }
}
