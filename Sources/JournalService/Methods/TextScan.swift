// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData

/// A search for words in an encrypted store, which has no index of them: reads the entries that
/// meet the other criteria, and tests each text.
struct TextScan {
    /// The number of entries that are in memory at once.
    private static let batchLength = 128

    private let selection: EntrySelection
    private let matcher: EntryMatcher

    /// Prepares a scan; nil if the store has an index, or the criteria compare no text.
    ///
    /// - Parameters:
    ///   - words: A query that all texts must match; nil for none.
    ///   - selection: The other criteria, with further tests of the texts.
    ///   - context: The context of the read.
    /// - Throws: `StoreError` if there is not enough memory.
    init?(_ words: FullTextQuery?, _ selection: EntrySelection, in context: ReadContext) throws {
        let tests = selection.textTests
        guard words != nil || !tests.isEmpty,
            context.isEncrypted
        else { return nil }
        self.selection = selection.withoutTextTests
        matcher = try EntryMatcher(words: words, tests: tests)
    }

    /// Passes each entry that matches to a closure, the newest first, until it returns false.
    ///
    /// An entry whose text is damaged matches nothing; the context has their number afterwards.
    ///
    /// - Complexity: O(*n*) for *n* entries up to the last that is needed.
    func forEach(in context: ReadContext, _ body: (Entry) throws -> Bool) throws {
        var position: EntryListing.Position?
        context.unreadableTextCount = 0
        while true {
            let listing = EntryListing(
                selection,
                order: .newest,
                limit: Self.batchLength,
                after: position
            )
            var descriptor = listing.descriptor
            if !matcher.needsOnlyText {
                descriptor.relationshipKeyPathsForPrefetching = [\.tags]
            }
            let entries = try context.models.fetch(descriptor)
            context.unreadableTextCount += entries.count(where: \.isUnreadable)
            for entry in try matcher.matches(among: entries) {
                guard try body(entry) else { return }
            }
            guard entries.count == Self.batchLength, let last = entries.last else { return }
            position = EntryListing.Position(of: last)
        }
    }

    /// Returns the identifiers of all entries that match.
    func identifiers(in context: ReadContext) throws -> [PersistentIdentifier] {
        var found: [PersistentIdentifier] = []
        try forEach(in: context) { entry in
            found.append(entry.persistentModelID)
            return true
        }
        return found
    }
}
