// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A lookup of an entry by its id or an unambiguous prefix of it.
package struct EntryLookup: Sendable, Equatable {
    /// The maximum number of candidates reported for an ambiguous prefix.
    package static let maximumCandidateCount = 10

    private let first: UUID
    private let last: UUID
    private let text: String

    /// Creates a lookup from hexadecimal digits with optional dashes, or returns nil for other
    /// text.
    package init?(_ text: String) {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count <= 32, digits.utf8.allSatisfy(Self.isHexadecimal),
            let first = Self.uuid(digits, filledWith: "0"),
            let last = Self.uuid(digits, filledWith: "F")
        else { return nil }
        self.first = first
        self.last = last
        self.text = text
    }

    /// Whether an entry with one of some ids can be the result.
    package func canMatch(_ ids: Set<UUID>) -> Bool {
        first == last ? ids.contains(first) : !ids.isEmpty
    }

    /// Fetches the entry, whether or not it is in the trash.
    ///
    /// - Parameters:
    ///   - context: The context of the entry.
    ///   - includingUnsaved: Whether to find entries that are not saved. The id of an entry never
    ///     changes, so without new entries the result is the same, and the unsaved changes of many
    ///     other entries cost nothing.
    /// - Returns: The entry.
    /// - Throws: `entryNotFound` or `entryAmbiguous`.
    package func entry(
        in context: ModelContext,
        includingUnsaved: Bool = true
    ) throws -> Entry {
        let (first, last) = (first, last)
        var descriptor =
            first == last
            ? FetchDescriptor<Entry>(predicate: #Predicate { $0.uuid == first })
            : FetchDescriptor<Entry>(
                predicate: #Predicate { $0.uuid >= first && $0.uuid <= last },
                sortBy: [SortDescriptor(\Entry.uuid)]
            )
        descriptor.fetchLimit = Self.maximumCandidateCount
        descriptor.includePendingChanges = includingUnsaved
        let entries = try context.fetch(descriptor)
        guard let entry = entries.first else {
            throw JournalError(.entryNotFound, "entry \(text) does not exist")
        }
        guard entries.count == 1 else {
            throw JournalError(
                .entryAmbiguous(candidates: entries.map(\.uuid)),
                "the id prefix \(text) is ambiguous"
            )
        }
        return entry
    }

    /// Returns the given ids that exist in the store.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package static func existing(
        _ ids: [UUID],
        in context: ModelContext
    ) throws -> [UUID] {
        guard !ids.isEmpty else { return [] }
        var descriptor = FetchDescriptor<Entry>(predicate: #Predicate { ids.contains($0.uuid) })
        descriptor.propertiesToFetch = [\.uuid]
        descriptor.includePendingChanges = false
        return try context.fetch(descriptor).map(\.uuid)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func uuid(_ digits: String, filledWith digit: Character) -> UUID? {
        var text = digits + String(repeating: digit, count: 32 - digits.utf8.count)
        for position in [8, 13, 18, 23] {
            text.insert("-", at: text.index(text.startIndex, offsetBy: position))
        }
        return UUID(uuidString: text)
    }
}
