// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// Counts the entries outside the trash that have a tag.
///
/// An index has the pairs of tags and entries, but not which entries are in the trash. Therefore
/// all pairs of a tag are counted, and the pairs of entries in the trash, usually few, are
/// subtracted.
package struct TaggedEntryCounts {
    /// The maximum number of entries in the trash to read the tags of at once.
    private static let maximumTrashCount = 5_000

    private let context: ModelContext
    /// The numbers of entries in the trash by tag, or nil if there are too many to read.
    private let trashed: [PersistentIdentifier: Int]?

    /// Creates the counts of all tags.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* entries in the trash, at most 5,000.
    package init(of context: ModelContext) throws {
        self.context = context
        var trash = EntrySelection()
        trash.trashed = true
        var descriptor = FetchDescriptor(predicate: trash.predicate)
        descriptor.fetchLimit = Self.maximumTrashCount + 1
        descriptor.propertiesToFetch = [\.uuid]
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        let entries = try context.fetch(descriptor)
        guard entries.count <= Self.maximumTrashCount else {
            trashed = nil
            return
        }
        var counts: [PersistentIdentifier: Int] = [:]
        for tag in entries.lazy.flatMap(\.tags) { counts[tag.persistentModelID, default: 0] += 1 }
        trashed = counts
    }

    /// Returns the number of entries outside the trash with a stored tag.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* tagged entries; only an index is read unless the trash has more
    ///   than 5,000 entries.
    package func count(of tag: Tag) throws -> Int {
        guard let trashed else {
            return try context.fetchCount(\.entries, of: tag, where: EntrySelection().predicate)
        }
        let all = try context.fetchCount(\.entries, of: tag)
        return all - trashed[tag.persistentModelID, default: 0]
    }

    /// Returns the number of entries outside the trash with a stored tag, without reading the trash
    /// as a whole.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package static func count(of tag: Tag, in context: ModelContext) throws -> Int {
        var trash = EntrySelection()
        trash.trashed = true
        trash.tags = [try EntrySelection.TagChoice(tag, in: context)]
        let trashed = try context.fetchCount(FetchDescriptor(predicate: trash.predicate))
        return try context.fetchCount(\.entries, of: tag) - trashed
    }
}
