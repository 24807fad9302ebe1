// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// Reads all selected entries in the order of their creation time, some at a time.
package struct EntryReading {
    private let selection: EntrySelection

    /// Creates a reading of the selected entries.
    package init(_ selection: EntrySelection) { self.selection = selection }

    /// Passes each entry with its text, times and tags to a closure.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or the error of the closure.
    /// - Complexity: O(*n*) for *n* entries, of which `batchLength` are in memory.
    package func forEach(
        in context: ModelContext,
        batchLength: Int,
        _ body: (Entry) throws -> Void
    ) throws {
        var position: EntryListing.Position?
        while true {
            let listing = EntryListing(
                selection,
                order: .oldest,
                limit: batchLength,
                after: position
            )
            var descriptor = listing.descriptor
            descriptor.relationshipKeyPathsForPrefetching = [\.tags]
            let entries = try context.fetch(descriptor)
            for entry in entries { try body(entry) }
            guard entries.count == batchLength, let last = entries.last else { return }
            position = EntryListing.Position(of: last)
        }
    }
}
