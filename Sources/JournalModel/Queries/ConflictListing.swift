// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import SwiftData

/// The versions that another machine replaced without having seen them, the newest first.
package enum ConflictListing {
    /// Counts the versions.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package static func count(in context: ModelContext) throws -> Int {
        try context.fetchCount(descriptor)
    }

    /// Fetches the newest versions with their entries.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package static func fetch(in context: ModelContext, limit: Int) throws -> [EarlierText] {
        var descriptor = descriptor
        descriptor.fetchLimit = limit
        descriptor.relationshipKeyPathsForPrefetching = [\.entry]
        return try context.fetch(descriptor)
    }

    private static var descriptor: FetchDescriptor<EarlierText> {
        FetchDescriptor(
            predicate: #Predicate { $0.isConflict },
            sortBy: [
                SortDescriptor(\EarlierText.replacedAt, order: .reverse),
                SortDescriptor(\EarlierText.uuid, order: .reverse),
            ]
        )
    }
}
