// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// Reads entries of a notebook or a tag, without loading all of them.
package enum RelatedEntries {
    /// Returns the first entries of a tag, including entries in the trash.
    package static func first(
        _ limit: Int,
        of tag: Tag,
        in context: ModelContext
    ) throws -> [Entry] {
        try entries(
            context.identifiersRelated(to: tag, by: \.entries, limit: limit),
            prefetching: [\.tags],
            in: context
        )
    }

    /// Returns the first entries of a notebook, including entries in the trash.
    package static func first(
        _ limit: Int,
        of notebook: Notebook,
        in context: ModelContext
    ) throws -> [Entry] {
        try entries(
            context.identifiersRelated(to: notebook, by: \.entries, limit: limit),
            prefetching: [],
            in: context
        )
    }

    private static func entries(
        _ identifiers: [PersistentIdentifier],
        prefetching: [PartialKeyPath<Entry>],
        in context: ModelContext
    ) throws -> [Entry] {
        guard !identifiers.isEmpty else { return [] }
        var descriptor = FetchDescriptor(
            predicate: EntryCondition.predicate([.isAmong(identifiers)])
        )
        descriptor.relationshipKeyPathsForPrefetching = prefetching
        let entries = try context.fetch(descriptor)
        let byIdentifier = Dictionary(entries.map { ($0.persistentModelID, $0) }) { first, _ in
            first
        }
        return identifiers.compactMap { byIdentifier[$0] }
    }
}
