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
    ///   - words: A query that the text must match; nil for none.
    ///   - selection: The other criteria, with further tests of the text.
    ///   - context: The context of the read.
    /// - Throws: `StoreError` if there is not enough memory.
    init?(_ words: FullTextQuery?, selection: EntrySelection, in context: ReadContext) throws {
        let tests = selection.textTests
        guard words != nil || !tests.isEmpty,
            context.isEncrypted
        else { return nil }
        self.selection = selection.withoutTextTests
        matcher = try EntryMatcher(words: words, tests: tests)
    }

    /// Passes each entry that matches to a closure, the newest first, until it returns false.
    ///
    /// An entry with a damaged text matches nothing; the context counts such entries up to the last
    /// passed entry.
    ///
    /// - Parameters:
    ///   - context: The context of the read.
    ///   - start: The position after which entries are read; nil for all of them.
    ///   - body: Receives an entry; returns whether the scan continues.
    /// - Throws: `StoreError` if the store cannot be read, or the error of `body`.
    /// - Complexity: O(*n*) for *n* entries from the start up to the last that is needed.
    func forEach(
        in context: ReadContext,
        after start: EntryListing.Position? = nil,
        _ body: (Entry) throws -> Bool
    ) throws {
        var position = start
        while true {
            let listing = EntryListing(
                selection,
                order: .newest,
                limit: Self.batchLength,
                after: position
            )
            let entries = try listing.fetch(in: context.models) { descriptor in
                guard !matcher.needsOnlyText else { return }
                descriptor.relationshipKeyPathsForPrefetching = [\.tags]
            }
            var unread = entries[...]
            for entry in try matcher.matches(among: entries) {
                let passed = unread.prefix { $0 !== entry }
                context.unreadableTextCount += passed.count(where: \.isUnreadable)
                unread = unread[passed.endIndex...].dropFirst()
                guard try body(entry) else { return }
            }
            context.unreadableTextCount += unread.count(where: \.isUnreadable)
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
