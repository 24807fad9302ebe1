// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// The versions of an entry, newest first.
package struct VersionListing {
    /// The position of a text in the order of the listing.
    package struct Position: Sendable, Equatable {
        /// The time of the change that replaced the text, in milliseconds since 1970.
        package let milliseconds: Int64
        /// The identity of the text.
        package let uuid: UUID

        /// Creates a position.
        package init(milliseconds: Int64, uuid: UUID) {
            self.milliseconds = milliseconds
            self.uuid = uuid
        }

        /// Creates the position of a text.
        package init(of earlier: EarlierText) {
            self.init(milliseconds: earlier.replacedAt.milliseconds, uuid: earlier.uuid)
        }
    }

    private let entry: PersistentIdentifier

    /// Creates a listing of the versions of an entry.
    package init(of entry: Entry) { self.entry = entry.persistentModelID }

    /// Fetches the next versions after a position.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func fetch(
        in context: ModelContext,
        after position: Position?,
        limit: Int
    ) throws -> [EarlierText] {
        var versions: [EarlierText] = []
        for var descriptor in descriptors(after: position) where versions.count < limit {
            descriptor.fetchLimit = limit - versions.count
            versions += try context.fetch(descriptor)
        }
        return versions
    }

    /// Returns the fetches that together read the versions after a position, each within one range
    /// of the index, as in `EntryListing`.
    func descriptors(after position: Position?) -> [FetchDescriptor<EarlierText>] {
        let entry = entry
        guard let position else {
            return [descriptor(#Predicate { $0.entry?.persistentModelID == entry })]
        }
        let date = Date(milliseconds: position.milliseconds)
        let uuid = position.uuid
        return [
            descriptor(
                #Predicate {
                    $0.entry?.persistentModelID == entry && $0.replacedAt == date && $0.uuid < uuid
                }
            ),
            descriptor(
                #Predicate { $0.entry?.persistentModelID == entry && $0.replacedAt < date }
            ),
        ]
    }

    private func descriptor(_ predicate: Predicate<EarlierText>) -> FetchDescriptor<EarlierText> {
        FetchDescriptor(
            predicate: predicate,
            sortBy: [
                SortDescriptor(\EarlierText.replacedAt, order: .reverse),
                SortDescriptor(\EarlierText.uuid, order: .reverse),
            ]
        )
    }

    /// Loads the versions of an entry without their content, so that deleting the entry does not
    /// load the content.
    ///
    /// - Returns: The versions.
    package static func loadIdentities(
        of entry: Entry,
        in context: ModelContext
    ) throws -> [EarlierText] {
        let identifier = entry.persistentModelID
        var texts = FetchDescriptor<EarlierText>(
            predicate: #Predicate { $0.entry?.persistentModelID == identifier }
        )
        texts.propertiesToFetch = [\.uuid]
        // They were saved by earlier commits; merging unsaved rows for each entry would be
        // quadratic.
        texts.includePendingChanges = false
        let found = try context.fetch(texts)
        guard !found.isEmpty else { return [] }
        var owner = FetchDescriptor<Entry>(
            predicate: #Predicate { $0.persistentModelID == identifier }
        )
        owner.relationshipKeyPathsForPrefetching = [\.earlierTexts]
        owner.includePendingChanges = false
        _ = try context.fetch(owner)
        return found
    }

    /// Returns the text with an identity; nil if the entry has none.
    package func text(_ uuid: UUID, in context: ModelContext) throws -> EarlierText? {
        let entry = entry
        return try context.fetch(
            FetchDescriptor<EarlierText>(
                predicate: #Predicate {
                    $0.uuid == uuid && $0.entry?.persistentModelID == entry
                }
            )
        ).first
    }
}
