// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// Reads all selected entries, some at a time.
package struct EntryReading {
    private let selection: EntrySelection

    /// Creates a reading of the selected entries.
    package init(_ selection: EntrySelection) { self.selection = selection }

    /// Passes the values of each entry to a closure: the oldest first, or without an order if the
    /// words of entries are compared.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or the error of the closure.
    /// - Complexity: O(*n*) for *n* entries. `batchLength` entries are in memory, and if words are
    ///   compared, the identifiers of all.
    package func forEach(
        in context: ModelContext,
        batchLength: Int,
        _ body: (EntryValues) throws -> Void
    ) throws {
        guard selection.textTests.isEmpty else {
            return try forEachFound(in: context, batchLength: batchLength, body)
        }
        var position: EntryListing.Position?
        while true {
            let listing = EntryListing(
                selection,
                order: .oldest,
                limit: batchLength,
                after: position
            )
            let entries = try listing.fetchValues(in: context)
            for entry in entries { try body(entry) }
            guard entries.count == batchLength, let last = entries.last else { return }
            position = EntryListing.Position(
                milliseconds: last.createdAt.milliseconds,
                uuid: last.uuid
            )
        }
    }

    /// Returns the times of entries that still exist, including entries in the trash.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package static func times(
        of identifiers: some Collection<PersistentIdentifier>,
        in context: ModelContext,
        batchLength: Int = 256
    ) throws -> [Date] {
        var times: [Date] = []
        var rest = Array(identifiers)[...]
        while !rest.isEmpty {
            var descriptor = FetchDescriptor(
                predicate: EntryCondition.predicate([.isAmong(Array(rest.prefix(batchLength)))])
            )
            descriptor.propertiesToFetch = [\.createdAt]
            times += try context.fetch(descriptor).map(\.createdAt)
            rest = rest.dropFirst(batchLength)
        }
        return times
    }

    /// Passes the entries that one query finds: each query with words reads all of their entries in
    /// the index, so that one for each batch would be quadratic.
    private func forEachFound(
        in context: ModelContext,
        batchLength: Int,
        _ body: (EntryValues) throws -> Void
    ) throws {
        let found = try context.fetchIdentifiers(FetchDescriptor(predicate: selection.predicate))
        for start in stride(from: 0, to: found.count, by: batchLength) {
            let batch = Array(found[start..<min(start + batchLength, found.count)])
            let descriptor = FetchDescriptor(
                predicate: EntryCondition.predicate([.isAmong(batch)])
            )
            for entry in try EntryValues.fetch(descriptor, in: context) { try body(entry) }
        }
    }
}
